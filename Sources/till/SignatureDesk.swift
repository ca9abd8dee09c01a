import Checkout
import Crypto
import Engine
import Gateways
import Imaging
import Payments
import Ports
import Threads
import Vault

/// What customers drew to sign with: kept encrypted in the credential file from the moment it is accepted until the
/// gateway has it, whatever happens in between. Disk and network are waited for on threads of its own. (row R6)
final class SignatureDesk: SignatureShelf, Sendable {
    private struct Work {
        var runs = false
        /// Something came while it ran.
        var again = false
    }

    private let place: Workplace
    private let access: MerchantAccess
    private let format: SignatureFormat
    /// The payment with this reference, as the journal has it.
    private let row: @Sendable (TransactionReference) -> HistoryRow?
    /// Somebody has to hear that a drawing could not be kept.
    private let report: @Sendable (Stop) -> Void
    private let work = Locked(Work())

    /// Entries of the credential file: those that wait, and those that the gateway will never take.
    private static let waiting = "signature/"
    private static let refused = "signature-refused/"

    init(
        place: Workplace, access: MerchantAccess, format: SignatureFormat,
        row: @escaping @Sendable (TransactionReference) -> HistoryRow?, report: @escaping @Sendable (Stop) -> Void
    ) {
        self.report = report
        self.place = place
        self.access = access
        self.format = format
        self.row = row
    }

    /// How many wait to be handed in, and how many the gateway refused.
    static func counts(in vault: Vault) -> (waiting: Int, refused: Int) {
        (
            vault.names.count { $0.hasPrefix(waiting) }, vault.names.count { $0.hasPrefix(refused) }
        )
    }

    func keep(_ drawing: SignatureDrawing, for reference: TransactionReference) {
        startThread { [self] in
            let image = try? SignatureImage.encoded(drawing, as: format)
            let sealed = image.flatMap { try? Secret(copying: $0) }
            guard place.credentials.keep(sealed, as: Self.waiting + reference.text) else {
                return report(Stop(.credentials, "signature-not-kept"))
            }
            handIn()
        }
    }

    /// A payment has ended: what was drawn for it, and whatever waits since earlier, is handed in.
    func note(_ event: EngineEvent) {
        switch event.event {
        case .result, .recovered, .settled: handIn()
        default: break
        }
    }

    /// Hands in what waits, one after the other; what can't be now waits on.
    func handIn() {
        let begins = work.withLock { work in
            defer { (work.again, work.runs) = (work.runs, true) }
            return !work.runs
        }
        guard begins else { return }
        startThread { [self] in
            repeat {
                handInAll()
            } while work.withLock { work in
                defer { (work.runs, work.again) = (work.again, false) }
                return work.again
            }
        }
    }

    private func handInAll() {
        guard case .redsys(let gateway, let account) = access.gateway, let account = account(),
            let vault = place.credentials.opened
        else { return }
        for name in vault.names where name.hasPrefix(Self.waiting) {
            let reference = TransactionReference(String(name.dropFirst(Self.waiting.count)))
            guard let reference, let row = row(reference), let outcome = row.outcome else { continue }
            guard outcome == .approved || outcome == .unknown else {
                try? vault.remove(name)  // nothing was charged: there is nothing to sign
                continue
            }
            guard outcome == .approved, let image = try? vault.secret(named: name),
                let submission = SignatureSubmission(row, image: image.withBytes { Array($0) }),
                let request = gateway.request(handingIn: submission, as: account)
            else { continue }
            finish(name, image, send(request), vault)
        }
    }

    private func finish(_ name: String, _ image: Secret, _ answer: SignatureSubmission.Answer, _ vault: Vault) {
        switch answer {
        case .accepted: try? vault.remove(name)
        case .trouble: break
        case .refused:
            // It has to be kept all the same, and would be refused again.
            guard place.credentials.keep(image, as: Self.refused + name.dropFirst(Self.waiting.count)) else { return }
            try? vault.remove(name)
        }
    }

    private func send(_ request: HTTPRequest) -> SignatureSubmission.Answer {
        let answers = Mailbox<Result<HTTPAnswer, LinkFault>>()
        guard let http = try? place.http() else { return .trouble(.unreachable) }
        http.send(request, timeout: CloudAccess.patience) { answers.post($0) }
        guard case .success(let answer)? = answers.wait(until: nil).first else { return .trouble(.unreachable) }
        return SignatureSubmission.read(answer)
    }
}

extension SignatureSubmission {
    /// Nil where the payment has no number at the gateway, or the image is none.
    fileprivate init?(_ row: HistoryRow, image: [UInt8]) {
        guard let order = row.intent?.order, let id = row.result?.eftTransactionID,
            let format = SignatureFormat(of: image)
        else { return nil }
        self.init(order: order, retrievalReference: id, format: format, image: image)
    }
}
