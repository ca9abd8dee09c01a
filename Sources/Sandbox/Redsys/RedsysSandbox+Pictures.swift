import Acquirer
import Crypto
import Payments

/// Pictures of card holders' signatures. *own choice*; source: gateways.md C.8.
extension RedsysSandbox {
    mutating func keepPicture(_ request: SandboxRequest, _ mind: AcquirerMind) -> SandboxAnswer {
        do throws(RedsysError) {
            let envelope = try RedsysEnvelope(request.body)
            try envelope.check(settings)
            return .code(keepPicture(envelope.fields, mind).rawValue)
        } catch {
            let isSignature = error == .wrongSignature || error == .unknownMerchant
            return .code((isSignature ? PictureCode.wrongSignature : .unreadable).rawValue)
        }
    }

    private mutating func keepPicture(_ fields: RedsysFields, _ mind: AcquirerMind) -> PictureCode {
        let order = fields["ORDER"] ?? ""
        let sale = mind.transactions(ofCustomerReference: order).first { transaction in
            transaction.entry.kind.isRedsysPayment && transaction.authorisedAmount > 0
                && transaction.entry.rrn != nil && transaction.entry.rrn == fields["X_RTS"]
        }
        guard let sale else { return .noOperation }
        guard pictures[sale.entry.id] == nil else { return .signedAlready }
        guard let format = fields["X_FORMAT"].flatMap(PictureFormat.init),
            let bytes = fields["X_IMAGE"].flatMap(Base64.standard.bytes)
        else { return .badFormat }
        guard bytes.count <= KeptPicture.largest else { return .tooLarge }
        guard format.fits(bytes) else { return .badFormat }
        pictures[sale.entry.id] = KeptPicture(bytes, format)
        return .kept
    }
}

private enum PictureCode: String {
    case kept = "0000"
    case unreadable = "4400"
    case noOperation = "4404"
    case signedAlready = "4409"
    case tooLarge = "4413"
    case badFormat = "4415"
    case wrongSignature = "4442"
}
