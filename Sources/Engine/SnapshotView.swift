import Checkout
import Payments
import Time

/// Keeps what a console shows besides the machine's state: the latest notices, the last result, the last fault.
struct SnapshotView {
    private var snapshot: CheckoutSnapshot

    init(training: Bool) { snapshot = CheckoutSnapshot(training: training) }

    func snapshot(of state: CheckoutState) -> CheckoutSnapshot {
        var snapshot = snapshot
        snapshot.connection = state.connection
        snapshot.authority = state.authority
        snapshot.unresolved = state.payments.count { $0.isUnresolved && !state.isRunning($0) }
        snapshot.inquiries = state.inquiries
        snapshot.hasGateway = state.inquiryRule != nil
        snapshot.merchantGateway = state.merchantGateway
        snapshot.merchant = state.merchant
        return snapshot
    }

    mutating func note(_ event: TillEvent, at now: Uptime) {
        snapshot.services.note(event)
        switch event {
        case .started: snapshot.begin()
        case .status(let notice, let elapsed): snapshot.add(notice, elapsed: elapsed)
        case .result(let reference, let outcome, let result, _):
            snapshot.end(FinishedPayment(reference: reference, outcome: outcome, result: result, recovered: false))
        case .settled(let reference, let outcome, let result):
            snapshot.end(
                FinishedPayment(
                    reference: reference, outcome: outcome, result: result, recovered: false, isLookedUp: true))
        case .recovered(let reference, let outcome, let result, _):
            snapshot.end(FinishedPayment(reference: reference, outcome: outcome, result: result, recovered: true))
        case .tipped(_, let money, let outcome, let trouble): snapshot.note(money, outcome, trouble)
        case .fault(let fault): snapshot.fault = NumberedFault(number: (snapshot.fault?.number ?? 0) + 1, fault: fault)
        case .permitted: snapshot.permittedCount += 1
        case .connected, .ready, .disconnected, .signatureRequest, .signatureCancelled, .signedIn, .signedOut,
            .granted, .inquiry, .serving, .progress, .scanned, .served:
            break
        }
    }
}
