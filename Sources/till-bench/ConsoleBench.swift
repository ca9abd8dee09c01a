import Checkout
import Console
import Localization
import Payments
import Readers
import Screen
import Time

/// How long the console takes from a message to a picture, without the terminal's share.
enum ConsoleBench {
    private static let rounds = 501

    static func run() {
        print("console, microseconds for update and draw, median of \(rounds)")
        for size in [Size(width: 80, height: 24), Size(width: 200, height: 60)] {
            measure("sale, a digit", size, .ready) { $0.update(.key(.character("7")), at: .zero) }
            measure("status, an event", size, .selling) { $0.update(.tick, at: .zero) }
            measure("receipt, the other copy", size, .finished) { $0.update(.key(.tab), at: .zero) }
        }
    }

    private enum Stage {
        case ready, selling, finished
    }

    private static func measure(
        _ name: String, _ size: Size, _ stage: Stage, _ step: (inout ConsoleModel) -> [ConsoleEffect]
    ) {
        guard var model = model(size, stage) else { return print("\(name): no console") }
        let clock = ContinuousClock()
        let times = (0..<rounds).map { _ in
            clock.measure {
                _ = step(&model)
                var canvas = Canvas(size)
                model.draw(in: &canvas)
            }
        }
        let median = times.sorted()[rounds / 2].nanoseconds
        print("  \(name), \(size.width)x\(size.height): \(Double(median) / 1000)")
    }

    private static func model(_ size: Size, _ stage: Stage) -> ConsoleModel? {
        guard let euro = Currency(alpha: "EUR") else { return nil }
        var model = ConsoleModel(
            settings: ConsoleSettings(currency: euro, lastReader: reader), catalogue: .english,
            snapshot: CheckoutSnapshot(training: true), size: size)
        for snapshot in snapshots(stage, Money(minorUnits: 1050, currency: euro)) {
            _ = model.update(.snapshot(snapshot), at: .zero)
        }
        return model
    }

    /// What an engine would show, made by the machine itself.
    private static func snapshots(_ stage: Stage, _ money: Money) -> [CheckoutSnapshot] {
        var machine = CheckoutMachine()
        func feed(_ input: CheckoutInput) {
            let moment = Moment(now: .zero, wall: WallTime(milliseconds: 0), fresh: TransactionReference(random: []))
            machine.take(machine.step(input, at: moment))
        }
        feed(.intent(.connect(uri: reader.uri, address: reader.address)))
        feed(.linkOpened)
        feed(.reader(.connected(details)))
        var snapshot = CheckoutSnapshot(training: true)
        snapshot.connection = machine.state.connection
        if stage == .ready { return [snapshot] }
        feed(.intent(.pay(PaymentOrder(money: money))))
        snapshot.connection = machine.state.connection
        for code in 0x14..<0x30 { snapshot.add(notice(UInt16(code)), elapsed: .seconds(code)) }
        if stage == .selling { return [snapshot] }
        let selling = snapshot
        var result = TransactionResult(finStatus: "AUTHORISED")
        result.customerReceipt = receipt
        result.merchantReceipt = receipt
        snapshot.connection = .none
        snapshot.end(
            FinishedPayment(
                reference: TransactionReference(random: []), outcome: .approved, result: result, recovered: false))
        return [selling, snapshot]
    }

    private static func notice(_ code: UInt16) -> ReaderNotice {
        ReaderNotice(code: code, name: "EVENT", text: "text", detail: nil, cancelAllowed: true)
    }

    private static let reader = FoundReader(
        uri: "demo:default", address: ReaderAddress(place: .demo(scenario: "default")), name: "Training reader",
        connectionTypes: [.training], known: true)

    private static let details = ReaderDetails(
        serialNumber: "000012345678", publicKeyVersion: 1, emvParameterVersion: 1, applicationName: "mPOS",
        applicationVersion: "1.7", manufacturerCode: 4, modelCode: 2, battery: "57%", resultPending: false)

    private static let receipt =
        "<center><b>Corner Shop</b></center><hr><table>"
        + (1...20).map { "<tr><td>Item \($0)</td><td>EUR \($0).50</td></tr>" }.joined() + "</table>"
}
