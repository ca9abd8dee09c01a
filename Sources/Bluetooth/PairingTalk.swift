import Crypto
import Payments
import Ports
import Threads

/// One attempt to pair, on a thread of its own: finds the device, lets BlueZ pair, and carries what it asks to the
/// person and back.
struct PairingTalk {
    let address: BluetoothAddress
    let inbox: Mailbox<PairingNews>
    let until: Int64
    let deliver: @Sendable (PairingEvent) -> Void

    private let bus: Bus
    private var holds: [BusHold] = []
    private var registry = BlueZRegistry()
    /// Whose requests are answered: BlueZ's own name on the bus.
    private var owner: String?
    private var device: String?
    /// The adapter that searches for the device.
    private var searching: String?
    private var question: AgentQuestion?
    private var wasRefused = false
    private var result: PairingEvent?

    private static let agent = "/org/till/agent"

    init(
        address: BluetoothAddress, inbox: Mailbox<PairingNews>, busAddress: String?, until: Int64,
        deliver: @escaping @Sendable (PairingEvent) -> Void
    ) {
        self.address = address
        self.inbox = inbox
        self.until = until
        self.deliver = deliver
        bus = Bus(address: busAddress) { inbox.post(.ended($0)) }
    }

    mutating func run() {
        begin()
        while result == nil {
            let news = inbox.wait(until: until)
            if news.isEmpty { end(.failed(device == nil ? .notFound : .timedOut)) }
            for item in news where result == nil { take(item) }
        }
        finish()
    }

    private mutating func begin() {
        let inbox = inbox
        holds = [
            bus.listen(to: BlueZ.signals) { inbox.post(.signal($0)) },
            bus.listen(to: BlueZ.owner) { inbox.post(.signal($0)) },
            bus.export(Self.agent) { inbox.post(.request($0)) },
        ]
        let owner = BusCall(
            to: BlueZ.bus, path: "/", interface: BlueZ.bus, member: "GetNameOwner", arguments: [.string(BlueZ.service)])
        let agent: [BusValue] = [.objectPath(Self.agent), .string("KeyboardDisplay")]
        bus.call(BlueZ.manager("org.bluez.AgentManager1", "RegisterAgent", agent)) { inbox.post(.registered($0)) }
        bus.call(owner) { inbox.post(.owner($0)) }
        bus.call(BlueZ.everything) { inbox.post(.objects($0)) }
    }

    private mutating func take(_ news: PairingNews) {
        switch news {
        case .registered(.failure(let fault)), .owner(.failure(let fault)), .objects(.failure(let fault)),
            .ended(let fault):
            end(.failed(PairingFault(fault)))
        case .registered: break
        case .owner(.success(let values)): owner = values.first?.text
        case .objects(.success(let objects)):
            _ = registry.reset(objects)
            look()
        case .signal(let signal): take(signal)
        case .request(let request): take(request)
        case .paired(.success): trust()
        case .paired(.failure(let fault)): end(.failed(wasRefused ? .rejected : PairingFault(fault)))
        case .trusted: end(.paired)
        case .confirm(let isSame): answer(isSame)
        case .pin(let pin): answer(pin)
        case .cancel: end(.failed(.cancelled))
        }
    }

    private mutating func take(_ signal: BusSignal) {
        if signal.interface == BlueZ.bus { return end(.failed(.trouble(.serviceLost))) }
        _ = registry.take(signal)
        if device == nil { look() }
    }

    private mutating func end(_ event: PairingEvent) { result = result ?? event }

    /// Pairs as soon as the device is known; lets an adapter search for it until then.
    private mutating func look() {
        if registry.isPaired(address) { return end(.failed(.alreadyPaired)) }
        guard let found = registry.path(of: address) else { return search() }
        device = found.device
        stopSearching()
        let patience = Duration.nanoseconds(max(0, until - BusLoop.now()))
        bus.call(BlueZ.device(found.device, "Pair"), timeout: patience) { [inbox] in inbox.post(.paired($0)) }
    }

    private mutating func search() {
        if let trouble = registry.trouble { return end(.failed(.trouble(trouble.refined))) }
        guard searching == nil, let adapter = registry.poweredAdapters.first else { return }
        searching = adapter
        bus.call(BlueZ.adapter(adapter, "SetDiscoveryFilter", [BlueZ.classicOnly])) { _ in }
        bus.call(BlueZ.adapter(adapter, "StartDiscovery")) { _ in }
    }

    private mutating func stopSearching() {
        if let adapter = searching { bus.call(BlueZ.adapter(adapter, "StopDiscovery")) { _ in } }
        searching = nil
    }

    /// A trusted reader is connected without a question. Where BlueZ refuses, the pairing holds all the same.
    private func trust() {
        guard let device else { return }
        bus.call(BlueZ.set(device, BlueZ.device, "Trusted", .bool(true))) { [inbox] _ in inbox.post(.trusted) }
    }

    /// Tells BlueZ that nothing comes of it, where it still waits, and then the person.
    private mutating func finish() {
        question = nil
        stopSearching()
        if let result, let device, result.leavesBlueZWaiting {
            _ = try? bus.ask(BlueZ.device(device, "CancelPairing"), timeout: .seconds(1))
        }
        holds = []
        bus.close()
        deliver(result ?? .failed(.other))
    }
}

// MARK: What BlueZ asks

extension PairingTalk {
    /// Only BlueZ may ask, and only about the device that is being paired.
    private mutating func take(_ request: BusRequest) {
        guard request.sender == owner, request.interface == BlueZ.agent else {
            return request.refuse("org.freedesktop.DBus.Error.AccessDenied")
        }
        switch request.member {
        case "Release", "Cancel":
            question = nil
            return request.reply()
        default: break
        }
        guard let device, request.arguments.first?.text == device else { return request.refuse(Self.rejected) }
        ask(request)
    }

    private mutating func ask(_ request: BusRequest) {
        let value = request.arguments.dropFirst().first
        switch (request.member, value) {
        case ("RequestConfirmation", let number?): put(.number(request), .confirmNumber(sixDigits(number)))
        case ("RequestPinCode", _): put(.pin(request), .pinWanted)
        case ("RequestPasskey", _): put(.passkey(request), .pinWanted)
        case ("DisplayPinCode", let pin?):
            request.reply()
            deliver(.showPIN(pin.text ?? ""))
        case ("DisplayPasskey", let number?):
            request.reply()
            deliver(.showPIN(sixDigits(number)))
        // We asked for this pairing: there is nothing to compare, and nobody else to ask.
        case ("RequestAuthorization", _), ("AuthorizeService", _): request.reply()
        default: request.refuse("org.freedesktop.DBus.Error.UnknownMethod")
        }
    }

    private mutating func put(_ question: AgentQuestion, _ event: PairingEvent) {
        self.question = question
        deliver(event)
    }

    private func sixDigits(_ value: BusValue) -> String {
        let digits = String(value.number ?? 0)
        return String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
    }

    private mutating func answer(_ isSame: Bool) {
        guard case .number(let request)? = question else { return }
        question = nil
        wasRefused = !isSame
        isSame ? request.reply() : request.refuse(Self.rejected)
    }

    private mutating func answer(_ pin: Secret) {
        switch question {
        case .pin(let request)?: request.reply(secret: pin)
        case .passkey(let request)?:
            guard let number = pin.sixDigits else {
                wasRefused = true
                request.refuse(Self.rejected)
                break
            }
            request.reply([.uint32(number)])
        case .number?, nil: return
        }
        question = nil
    }

    private static let rejected = "org.bluez.Error.Rejected"
}

/// What the person has been asked, with the request that waits for the answer.
private enum AgentQuestion {
    case number(BusRequest)
    case pin(BusRequest)
    case passkey(BusRequest)
}

extension Secret {
    /// The number that one to six digits stand for; nil where it is anything else.
    fileprivate var sixDigits: UInt32? {
        withBytes { bytes in
            guard (1...6).contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return bytes.reduce(0) { $0 * 10 + UInt32($1 - 0x30) }
        }
    }
}

extension PairingEvent {
    /// We gave up before BlueZ did.
    fileprivate var leavesBlueZWaiting: Bool {
        self == .failed(.cancelled) || self == .failed(.timedOut)
    }
}
