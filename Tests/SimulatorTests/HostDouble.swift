import Acquirer
import Crypto
import Heft
import Markup
import Payments
import Ports
import Simulator
import TestKit
import Testing
import Time

/// The host side of a virtual reader, as far as these tests need one: acknowledges, proves the secret, relays to an
/// acquirer of its own, and writes down what it sees. Built on the codec alone.
struct HostDouble {
    var reader: VirtualHeftReader
    var now = Uptime.zero
    let desk: AcquirerDesk
    var secret = sharedSecret
    /// What is answered to a signature request; nil stays silent.
    var verdict: Status? = .success
    /// Messages that are acknowledged but not answered.
    var ignored: Set<CommandID> = []
    /// A cancel goes out right after this event.
    var cancelAt: Status?
    /// The link is closed instead of acknowledging this many-th message, counted from 1.
    var dropAtMessage: Int?
    /// One short line a message: command, status, and what matters of the rest.
    private(set) var seen: [String] = []
    private(set) var packets: [Packet] = []
    private(set) var longestFrame = 0
    private(set) var isOpen = false
    private var receiver = LinkReceiver()
    private var sender = LinkSender()
    private var relay: AcquirerConversation?
    private var relayed: [UInt8]?
    /// What is on its way; one thing is finished before the next begins.
    private var onTheWay: [Traffic] = []
    private var isRunning = false

    private enum Traffic {
        case toReader(VirtualHeftReader.Input)
        case toHost([UInt8])
    }

    init(_ settings: ReaderSettings, scenario: Scenario = .default) {
        var settings = settings
        settings.scenario = scenario
        desk = AcquirerDesk(mind: AcquirerMind(scenario: scenario, seed: 1), clock: VirtualClock())
        reader = VirtualHeftReader(settings: settings)
    }

    /// Opens the link and initialises the reader.
    mutating func connect(frameSize: Int = 200) {
        receiver = LinkReceiver()
        sender = LinkSender()
        isOpen = true
        hand(.toReader(.opened))
        let fields = [MarkupNode("ComBufSize", text: String(frameSize))]
        let clock = CivilTime(year: 2026, month: 3, day: 10, hour: 10, minute: 16, second: 10)
        send(.initialise(InitialiseRequest(clock: clock, xml: XMLText(MarkupNode("InitRequest", children: fields)))))
    }

    mutating func disconnect() {
        isOpen = false
        hand(.toReader(.closed))
    }

    mutating func sell(_ amount: UInt32, currency: UInt16 = 978, reference: String? = nil) {
        let fields = reference.map { [MarkupNode("CustomerReference", text: $0)] } ?? []
        let xml = XMLText(MarkupNode("FinancialTransactionRequest", children: fields))
        send(.finance(.sale, FinanceRequest(currency: currency, amount: amount, transactionID: "", xml: xml)))
    }

    mutating func fetchPending() {
        send(.finance(.pendingResult, FinanceRequest(currency: 0, amount: 0)))
    }

    mutating func send(_ packet: Packet) {
        sender.enqueue(packet.message)
        flush()
    }

    mutating func sendRaw(_ bytes: [UInt8]) { hand(.toReader(.received(bytes))) }

    /// Lets the clock go on to the reader's next deadline, again and again, for at most this long.
    mutating func wait(_ time: Duration) {
        let end = now + time
        while let deadline = reader.nextDeadline, deadline <= end {
            now = max(now, deadline)
            hand(.toReader(.tick))
        }
        now = end
    }

    private mutating func flush() {
        while let frame = sender.nextFrame() { sendRaw(frame) }
    }

    private mutating func hand(_ traffic: Traffic) {
        onTheWay.append(traffic)
        guard !isRunning else { return }
        isRunning = true
        while !onTheWay.isEmpty {
            switch onTheWay.removeFirst() {
            case .toReader(let input): perform(reader.handle(input, at: now))
            case .toHost(let bytes): if isOpen { receive(bytes) }
            }
        }
        isRunning = false
    }

    private mutating func perform(_ effects: [VirtualHeftReader.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let bytes): onTheWay.append(.toHost(bytes))
            case .close: isOpen = false
            case .event, .call: break
            }
        }
    }

    private mutating func receive(_ bytes: [UInt8]) {
        longestFrame = max(longestFrame, bytes.count)
        for input in receiver.receive(bytes) where isOpen {
            switch input {
            case .acknowledge:
                guard packets.count + 1 != dropAtMessage else { return disconnect() }
                sendRaw(LinkControl.ack.bytes)
            case .message(.success(let message)): if let packet = try? Packet(message) { take(packet) }
            case .ack:
                _ = sender.acked()
                flush()
            case .nak:
                _ = sender.naked()
                flush()
            default: seen.append("\(input)")
            }
        }
    }

    private mutating func take(_ packet: Packet) {
        packets.append(packet)
        seen.append(line(for: packet))
        guard !ignored.contains(packet.message.command) else { return }
        switch packet {
        case .event(let status, _): if status == cancelAt { sendRaw(cancelFrame) }
        case .challenge(let challenge): prove(challenge)
        case .signatureRequest: if let verdict { send(.signatureAnswer(verdict)) }
        case .hostConnect:
            relay = AcquirerConversation(desk)
            send(.hostConnectAnswer(.success))
        case .hostSend(let request):
            relayed = relay?.receive(request.data)
            send(.hostSendAnswer(.success))
        case .hostReceive:
            send(relayed.map { .hostReceiveAnswer(.success, $0) } ?? .hostReceiveAnswer(.receivingError, nil))
        case .hostDisconnect: send(.hostDisconnectAnswer(.success))
        default: break
        }
    }

    private var cancelFrame: [UInt8] {
        Array(FrameEncoder.frames(message: Packet.idle.message.bytes, maxFrame: 200).joined())
    }

    private mutating func prove(_ challenge: Challenge) {
        let ours = [UInt8](repeating: 0xA5, count: 32)
        let proof = HMACSHA256.authenticate(challenge.random + ours, key: secret)
        send(.challengeAnswer(.success, ChallengeAnswer(random: ours, proof: proof)))
    }

    private func line(for packet: Packet) -> String {
        let message = packet.message
        var words = [message.command.text]
        if let status = message.status { words.append(hex(status)) }
        switch packet {
        case .event(_, let xml): words.append(field(xml, "CancelAllowed") == "true" ? "t" : "f")
        case .initialiseAnswer(_, let answer?): words.append("pending \(field(answer.xml, "TransactionResultPending"))")
        case .financeAnswer(_, _, let answer?):
            words += [String(answer.resultByte), field(answer.xml, "FinancialStatus"), String(answer.authorisedAmount)]
            if field(answer.xml, "RecoveredTransaction") == "true" { words.append("recovered") }
        default: break
        }
        return words.joined(separator: " ")
    }

    private func hex(_ status: Status) -> String {
        let digits = String(status.rawValue, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}

/// The text of a field of the root; empty where there is none.
func field(_ xml: XMLText?, _ name: String) -> String {
    (try? xml?.parsed())?[name] ?? ""
}

let sharedSecret = secret(ReaderSettings.developmentSecret)

/// - Parameter hex: 64 digits; anything else ends the test run.
func secret(_ hex: String) -> Secret {
    do {
        return try Secret(hex: hex.utf8)
    } catch {
        fatalError("no secret: \(error)")
    }
}

extension ReaderSettings {
    static let plain = ReaderSettings(
        seed: 1, secret: sharedSecret, acquirer: HostEndpoint(host: "127.0.0.1", port: 4711))
}

extension [LedgerEntry] {
    /// `SALE AUTHORISED 1050`, one a decision.
    var lines: [String] { map { "\($0.kind.rawValue) \($0.finStatus.rawValue) \($0.amount)" } }
}
