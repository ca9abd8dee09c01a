public import Acquirer
import Crypto
import Payments
public import Time

/// The Handpoint cloud in front of an acquirer, as a pure machine: a request goes in, an answer comes out, and the
/// acquirer has decided. Only what a till for readers may ask; no terminal hangs on this cloud. Source: gateways.md B.
public struct HandpointSandbox: Sendable {
    let settings: HandpointSettings
    var random: SplitMix64
    var faults: GatewayFaults
    /// Calls, with what they were about, whose answer was dropped by a trigger: it happens once to each.
    var dropped: Set<String> = []

    public init(_ settings: HandpointSettings) {
        self.settings = settings
        random = SplitMix64(seed: settings.seed)
        faults = settings.faults
    }

    /// Nothing goes wrong with answers any more, but what amounts spoil.
    public mutating func heal() { faults = .none }

    /// - Parameter mind: decides; what it decided must be durable before the answer is given.
    public mutating func answer(
        _ request: SandboxRequest, at now: WallTime, asking mind: inout AcquirerMind
    ) -> SandboxAnswer {
        let fault = faults.next()
        if fault == .conflict { return GatewayFaults.conflict }
        let answer: SandboxAnswer
        do throws(HandpointError) {
            answer = try self.answer(to: request, at: now, &mind)
        } catch {
            answer = error.answer
        }
        return fault.map { $0.spoil(answer) } ?? answer
    }

    private mutating func answer(
        to request: SandboxRequest, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(HandpointError) -> SandboxAnswer {
        guard let call = HandpointCall(request.method, request.path) else { throw .notFound }
        try authenticate(request, for: call)
        switch call {
        case .devices: return SandboxAnswer(devices)
        case .feed: return try feed(request, at: now, mind)
        case .startTransaction: throw try refuseToStart(request)
        case .transactionResult: throw .notFound
        case .status(let reference, let selector): return try status(of: reference, selector, at: now, mind)
        case .reversal: return try reverse(request, at: now, &mind)
        case .tip(let guid): return try adjustTip(of: guid, request, at: now, &mind)
        case .token(let guid): return try token(of: guid, mind)
        case .motoSale: return try sellWithToken(request, at: now, &mind)
        case .motoRefund: return try refundWithToken(request, at: now, &mind)
        case .motoReversal: return try reverseMoto(request, at: now, &mind)
        case .batchClose, .batchSummary, .batchDetail: return try batch(call, request, at: now, &mind)
        case .sdkTip: return adjustTipForSDK(request, at: now, &mind)
        }
    }

    /// The key comes before anything else is looked at. Source: gateways.md B.1, E.
    private func authenticate(_ request: SandboxRequest, for call: HandpointCall) throws(HandpointError) {
        let sent: String?
        switch call {
        // Has its own proof, over the body.
        case .sdkTip: return
        case .feed: sent = request.header("Authorization")
        default: sent = request.header("ApiKeyCloud")
        }
        var key = settings.key.withBytes { Array($0) }
        defer { wipe(&key) }
        guard let sent, constantTimeEqual(Array(sent.utf8), key) else { throw .forbidden }
    }

    private var devices: JSONValue {
        let secret = settings.secretDigits.withBytes { String(decoding: $0, as: UTF8.self) }
        return .array(
            settings.devices.map { device in
                [
                    "merchant_id_alpha": .string(settings.merchant), "serial_number": .string(device.serialNumber),
                    "ssk": .string(secret), "terminal_type": .string(device.type),
                ]
            })
    }

    /// There is no call that starts a sale on a HEFT reader, and no other terminal here. Source: gateways.md B.2, B.3.
    private func refuseToStart(_ request: SandboxRequest) throws(HandpointError) -> HandpointError {
        let fields = try RequestFields(request.body)
        for name in ["operation", "serial_number", "terminal_type"] { _ = try fields.text(name) }
        if let amount = try fields.optionalText("amount") {
            guard (1...12).contains(amount.utf8.count), amount.isDigits else {
                throw .wrong("amount", "format", "at most 12 digits, in minor units")
            }
        }
        _ = try fields.transactionReference()
        return .terminalNotReachable
    }

    mutating func nextGUID() -> String { GUID.next(&random) }
}
