import Heft
import Markup
import Payments
import Time

/// What the host asks for, whatever runs.
extension VirtualHeftReader {
    mutating func take(_ message: Message, at now: Uptime) {
        emit(.event("host \(message.command.text)"))
        guard let packet = try? Packet(message) else {
            if !message.command.isAnswer { refuse(message.command, .invalidData, at: now) }
            return
        }
        switch state {
        case .idle: command(packet, message.command, at: now)
        case .scanning where packet == .idle: stopScanning(.posCancelled, at: now)
        case .scanning where message.command.isAnswer: break
        case .working where packet == .idle: work(.cancel, at: now)
        case .working where message.command.isAnswer: work(.answer(packet), at: now)
        // A cancel that comes too late is harmless, and so is an answer to what has been given up.
        case .answering where packet == .idle || message.command.isAnswer: break
        case .working, .answering, .scanning: refuse(message.command, .commandNotAllowed, at: now)
        }
    }

    /// A bare status as the answer; finance commands have one of their own kind.
    mutating func refuse(_ command: CommandID, _ status: Status, at now: Uptime) {
        let answer = Packet.other(Message(command.answer, status: status))
        send(answer, for: .aside, at: now)
    }

    private mutating func command(_ packet: Packet, _ command: CommandID, at now: Uptime) {
        switch packet {
        case .initialise(let request): initialise(request, at: now)
        case .idle: send(.idleAnswer(.success, nil), for: .aside, at: now)
        case .finance(let operation, let request?) where operation.movesMoney: start(operation, request, at: now)
        case .finance(.pendingResult, _): startRecovery(at: now)
        case .finance(.startOfDay, _), .finance(.endOfDay, _): process(packet, at: now)
        case .finance(.update, _): beginUpdate(at: now)
        case .tokenise(let xml): beginTokenising(xml, at: now)
        case .setLogLevel(let level): setLogLevel(level, at: now)
        case .clearLog:
            log.clear()
            send(.clearLogAnswer(.success), for: .aside, at: now)
        case .fetchLog: sendLog(at: now)
        case .xmlCommand(let xml): beginScanning(xml, at: now)
        case .finance(let operation, nil) where operation.movesMoney: refuse(command, .invalidData, at: now)
        case .finance: refuse(command, .commandNotAllowed, at: now)
        default: if !command.isAnswer { refuse(command, .invalidData, at: now) }
        }
    }

    private mutating func initialise(_ request: InitialiseRequest, at now: Uptime) {
        if settings.quirks.contains(.oldFirmware), request.xml != nil {
            return send(.initialiseAnswer(.invalidData, nil), for: .aside, at: now)
        }
        clock.set(request.clock, at: now)
        let size = request.xml?.field("ComBufSize").flatMap { Int($0) } ?? Frame.initialSize
        link?.maxFrame = min(max(size, Frame.smallestSize), Frame.largestSize)
        send(.initialiseAnswer(.success, identity), for: .aside, at: now)
    }

    private var identity: InitialiseAnswer {
        let isLying = settings.quirks.contains(.pendingFlagLies)
        let pending = MarkupNode("TransactionResultPending", text: isResultPending && !isLying ? "true" : "false")
        return InitialiseAnswer(
            bufferSize: settings.bufferSize, serialNumber: settings.serialNumber, publicKeyVersion: 1,
            emvParameterVersion: 1, generalParameterVersion: 1, manufacturerCode: 0,
            modelCode: settings.quirks.contains(.scanner) ? Self.scannerModel : 0,
            applicationName: Self.applicationName, applicationMajor: 1, applicationMinor: applicationMinor,
            xml: XMLText(MarkupNode("InitResponse", children: KeptResult.deviceFields(settings) + [pending])))
    }

    /// Start and end of day have nothing to do here. Source: heft.md 7.1.
    private mutating func process(_ packet: Packet, at now: Uptime) {
        guard case .finance(let operation, _) = packet else { return }
        send(.financeAnswer(operation, .success, .bare(.processed, "PROCESSED")), for: .aside, at: now)
    }
}

extension FinanceOperation {
    /// A sale, a refund or a void.
    fileprivate var movesMoney: Bool { [.sale, .refund, .saleVoid, .refundVoid].contains(self) }
}

extension XMLText {
    /// The text of the root's first child of that name; nil where there is none, and where this is no XML.
    func field(_ name: String) -> String? {
        (try? parsed())?[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
