/// Names of errors, as far as this sandbox gives them. Those that are *seen* and those of our own: gateways.md D.2.
enum OpayoError: String, Error, Hashable {
    case cardReaderCanceled = "ECLCardReaderCanceled"
    case cardRemoved = "ECLTransactionCardRemoved"
    case fieldTooLong = "ECLTransactionFieldTooLong"
    case invalidCredentials = "ECLTransactionInvalidCredentials"
    /// There is nothing that this could be done to.
    case invalidRequest = "ECLTransactionInvalidTransactionRequest"
    // *own choice* from here on.
    case operatorPINInvalid = "ECLOperatorPinInvalid"
    case operatorPINRequired = "ECLOperatorPinRequired"
    case passwordExpired = "ECLPasswordExpired"
    case reversalFailed = "ECLReversalFailed"
    case updateRequired = "ECLTmsUpdateRequired"
}

/// Errors that stand together.
struct OpayoErrors: Error, Hashable {
    var errors: [OpayoError]

    init(_ errors: [OpayoError]) { self.errors = errors }
    init(_ error: OpayoError) { errors = [error] }
}
