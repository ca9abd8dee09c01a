import Payments
import Readers
import Time

/// What happens when something can't be written down: nothing is done that had to stand there first.
extension CheckoutState {
    func recordFailed(_ records: [CheckoutRecord], _ fault: TillFault) -> CheckoutStep {
        guard case .payment(let reference, let change)? = records.first else { return auditUnrecorded(fault) }
        switch change {
        case .intent: return intentUnrecorded(fault)
        case .mark: return unchanged(.reader(.refuseStart), .publish(.fault(fault)))
        case .relayed: return unchanged(.reader(.refuseRelay), .publish(.fault(fault)))
        case .signature(let verdict): return signatureUnrecorded(verdict, fault)
        case .outcome(let outcome, let result): return resultUnrecorded(reference, outcome, result, fault)
        case .orphan: return stuck(fault)
        case .tip: return refused(fault)
        case .reversing: return refused(fault)  // only inquiries write it, see `inquiryUnrecorded`
        }
    }

    /// What the till begins by itself when a reader is connected holds that up: the reader is not ready without it.
    private func intentUnrecorded(_ fault: TillFault) -> CheckoutStep {
        switch connection {
        case .connecting, .fetching: stuck(fault)
        case .none, .lost, .ready, .stuck, .selling, .serving: refused(fault)
        }
    }

    /// Nobody is signed in, vouched for or out of their permission without it being written down.
    private func auditUnrecorded(_ fault: TillFault) -> CheckoutStep {
        var next = self
        next.authority.check = nil
        return CheckoutStep(next, perform: [.publish(.fault(fault))])
    }

    /// A verdict that moves money waits; the reader's own time-out undoes the payment if the disk stays full.
    private func signatureUnrecorded(_ verdict: SignatureVerdict, _ fault: TillFault) -> CheckoutStep {
        guard case .selling(let reader, var sale) = connection, let signature = sale.signature else {
            return refused(fault)
        }
        if sale.settled != nil { return slipUnrecorded(verdict, fault) }
        guard verdict == .unanswered else { return refused(fault) }
        sale.signature = nil
        return CheckoutStep(
            with(.selling(reader, sale)),
            perform: [
                .publish(.fault(fault)), .publish(.signatureCancelled(id: signature.id)),
                .reader(.answerSignature(id: signature.id, .unanswered)),
            ])
    }

    /// Where the disk is full the question stays, and goes on staying: nothing is undone that isn't written down.
    private func slipUnrecorded(_ verdict: SignatureVerdict, _ fault: TillFault) -> CheckoutStep {
        guard verdict == .unanswered, case .selling(let reader, var sale) = connection, let signature = sale.signature
        else { return refused(fault) }
        sale.signature?.until = signature.until + .seconds(90)
        return CheckoutStep(with(.selling(reader, sale)), perform: [.publish(.fault(fault))])
    }

    /// The result is shown but not acknowledged: the reader keeps it, and gives it again at the next connection.
    private func resultUnrecorded(
        _ reference: TransactionReference, _ outcome: Outcome, _ result: TransactionResult, _ fault: TillFault
    ) -> CheckoutStep {
        var step = stuck(fault)
        guard case .selling(_, let sale) = connection, sale.intent.reference == reference else { return step }
        step.perform.append(.publish(.result(reference: reference, outcome, result, secretRefused: false)))
        return step
    }

    /// Before anything can be sold the reader is let go again: without a journal there is nothing to do with it.
    private func letGo(_ fault: TillFault) -> CheckoutStep {
        CheckoutStep(
            with(.none),
            perform: [.closeLink, .publish(.fault(fault)), .publish(.disconnected(transacting: false, fault))])
    }

    private var isConnecting: Bool {
        if case .connecting = connection { true } else { false }
    }

    private func stuck(_ fault: TillFault) -> CheckoutStep {
        if isConnecting { return letGo(fault) }
        var fault = fault
        fault.money = .unknown
        switch connection {
        case .none, .connecting, .lost: return refused(fault)
        case .fetching(let reader, _), .ready(let reader), .stuck(let reader, _), .selling(let reader, _),
            .serving(let reader, _):
            return CheckoutStep(with(.stuck(reader, fault)), perform: [.publish(.fault(fault))])
        }
    }
}
