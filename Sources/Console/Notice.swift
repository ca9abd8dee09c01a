import Checkout
import Payments

/// What is said at the foot of the page until the next key, a fault until it is put away.
enum Notice: Hashable {
    case refused(Refusal)
    case fault(TillFault)
    /// Text that was pasted into the amount.
    case badAmount(AmountError, text: String)
    /// Another currency has other decimals: the amount has to be typed again.
    case amountCleared
    case language
    case theme(String)
    /// How something ended that the reader did besides payments.
    case service(ReaderServiceResult)
    /// What became of a payment that was looked up.
    case settled(Outcome, Money?)
    /// A reader is paired, or forgotten; its name comes from outside.
    case paired(String)
    case unpaired(String)
    /// Why a reader was not paired, or not forgotten.
    case pairing(PairingFault)
    /// A tip is being set.
    case tipSent
    /// A refund was asked for at the merchant's gateway.
    case refundSent
    case referralSent
    /// What became of it.
    case tip(NumberedTip)

    /// What became of something about the merchant's account, seen from another page.
    case account(AccountNews)

    /// Stays while keys are pressed.
    var isLasting: Bool {
        switch self {
        case .fault, .settled, .tip, .account: true
        case .pairing(let fault): fault != .cancelled
        default: false
        }
    }
}

extension Notice {
    /// What is told of news of the account where its page is not seen; nil for what has not ended anything.
    init?(_ news: AccountNews) {
        switch news {
        case .loggedIn, .notLoggedIn, .forgotten, .notForgotten, .terminals: self = .account(news)
        case .update(.updated), .update(.notUpdated): self = .account(news)
        case .facts, .information, .noInformation, .update: return nil
        }
    }
}

/// Why something can't be done now. The words are the locale's (`refusal.NAME`).
enum Refusal: String, Hashable, CaseIterable {
    case noPayment, cancelNotAllowed, alreadyCancelling, quitDuringPayment, suspendDuringPayment, readersDuringPayment
    case noReader, readerConnecting, readerLost, readerFetching, readerStuck, noAmount, submitted, noSignature
    case locked, lockDuringPayment, nothingToLock, pasteRefused
    case noGateway, noTip, nothingToDecide, undoRefused
    case reversalFromHistory, notOffered, notRefundable, notReversible
    case otherTill
    case notOnThisReader, notBlocked
    case readerInPayment, readerServes, readerRestarts, noScanner
    case notOnBluetooth, alreadyPaired, notPaired
    case noMerchantGateway, noAccount, accountInPayment, accountBusy, fieldEmpty, noCredentials
    case readerNotOffered, readerOfOtherCurrency, updateNeeded, noReferral, noUpdatesHere
}
