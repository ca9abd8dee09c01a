import Acquirer
import Payments
import Time

/// What the acquirer knows of a reference, and of a reader's day. Source: gateways.md B.2, B.5.
extension HandpointSandbox {
    mutating func status(
        of text: String, _ selector: String, at now: WallTime, _ mind: AcquirerMind
    ) throws(HandpointError) -> SandboxAnswer {
        guard let reference = TransactionReference(text) else { throw .badReference }
        let found = mind.transactions(under: reference)
        guard let first = found.first else { return try unknown(reference, selector) }
        let trigger = Trigger(first, in: settings.scenario)
        guard trigger?.hides(first, at: now) != true else {
            return SandboxAnswer(TransactionJSON.undefined(reference, settings))
        }
        var answer = SandboxAnswer(try selected(selector, from: found))
        if trigger == .dropped { answer.isDropped = dropped.insert("status \(reference.text)").inserted }
        return answer
    }

    private func unknown(_ reference: TransactionReference, _ selector: String) throws(HandpointError) -> SandboxAnswer
    {
        guard settings.unknownReference == .undefined else { throw .notFound }
        let value = TransactionJSON.undefined(reference, settings)
        return SandboxAnswer(selector == "all" ? [value] : value)
    }

    /// One object, or for `all` an array. A number counts from 1.
    private func selected(_ selector: String, from found: [KnownTransaction]) throws(HandpointError) -> JSONValue {
        let all = found.enumerated().map { TransactionJSON.value($1, isFirst: $0 == 0, settings) }
        if selector == "all" { return .array(all) }
        let number = selector == "first" ? 1 : selector == "last" ? all.count : Int(selector) ?? 0
        guard all.indices.contains(number - 1) else { throw .notFound }
        return all[number - 1]
    }

    /// The reporting feed: an array of objects as `/status` has them, each in its current state, the oldest first;
    /// `from` and `to` are RFC 3339 in UTC or digits from the year on, both included. All of this is our own proposal:
    /// the path and its parameters are *seen*, what is behind them isn't.
    func feed(
        _ request: SandboxRequest, at now: WallTime, _ mind: AcquirerMind
    ) throws(HandpointError) -> SandboxAnswer {
        guard let serialNumber = request.query["terminal_serial_number"], !serialNumber.isEmpty else {
            throw .missing("terminal_serial_number")
        }
        let from = try bound("from", request, fill: "0")
        let to = try bound("to", request, fill: "9")
        let found = mind.transactions(on: serialNumber).filter { (from...to).contains($0.entry.at.gatewayStamp) }
        let shown = found.filter { Trigger($0, in: settings.scenario)?.hides($0, at: now) != true }
        return SandboxAnswer(.array(shown.map { TransactionJSON.value($0, isFirst: true, settings) }))
    }

    /// A time as `YYYYMMDDHHmmssSSS`, whose order is that of time.
    private func bound(
        _ name: String, _ request: SandboxRequest, fill: String
    ) throws(HandpointError) -> String {
        guard let text = request.query[name] else { return String(repeating: fill, count: 17) }
        let digits = text.filter { ("0"..."9").contains($0) }
        let isUTC = text.allSatisfy { ("0"..."9").contains($0) || "-:.TZ ".contains($0) }
        guard isUTC, (8...17).contains(digits.utf8.count) else { throw .wrong(name, "format", "a time in UTC") }
        return digits + String(repeating: fill, count: 17 - digits.utf8.count)
    }
}
