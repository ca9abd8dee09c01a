import Checkout
import Localization
import Payments

extension ConsoleModel {
    /// Why a command is not possible now; nil where it is. The key bar dims what has a reason.
    func refusal(of command: ConsoleCommand) -> Refusal? {
        if isLooking, isOnlyForSellers(command) { return .otherTill }
        return switch command {
        case .quit: isSelling ? .quitDuringPayment : nil
        case .suspend: isSelling ? .suspendDuringPayment : nil
        case .reader: lockNeed != nil ? .locked : isSelling ? .readerInPayment : nil
        case .account: refusalOfAccount
        case .refer: referral == nil ? .noReferral : nil
        case .updates: refusalOfAccount ?? (hasUpdates ? nil : .noUpdatesHere)
        case .fullUpdate, .normalUpdate: refusalOfAccount ?? serviceRefusal
        case .logIn: isAccountBusy ? .accountBusy : settings.hasCredentials ? nil : .noCredentials
        case .forgetAccount: isAccountBusy ? .accountBusy : account.facts == nil ? .noAccount : nil
        case .update: serviceRefusal
        case .fetchLog: serviceRefusal
        case .clearLog, .levelUp, .levelDown: refusalUnless(.heft) ?? serviceRefusal
        case .scanner: refusalUnless(.heft) ?? scannerRefusal
        case .points: refusalUnless(.datecs) ?? (isAskingForPoints ? nil : serviceRefusal)
        case .testConnection, .endOfDay: refusalUnless(.datecs) ?? serviceRefusal
        case .capture: (receipt?.capture == nil ? .notBlocked : nil) ?? readerRefusal
        case .readers: lockNeed != nil ? .locked : isSelling ? .readersDuringPayment : nil
        case .pair: refusalToPair
        case .unpair: readers.chosen?.isPaired == true ? nil : .notPaired
        case .drop: snapshot.connection.uri == nil ? .noReader : nil
        case .history: lockNeed == nil ? nil : .locked
        case .lock: refusalToLock
        case .cancel: refusalToCancel
        case .accept, .decline: runningSale?.signature == nil ? .noSignature : nil
        case .tip: refusalToTip
        case .refund: receipt?.refundable == nil ? .notRefundable : nil
        case .keep: isUndecided ? nil : .nothingToDecide
        case .reverse where page == .resolve: refusalToUndo
        case .reverse: (receipt?.reversal == nil ? .notReversible : nil) ?? readerRefusal
        case .go where page == .resolve: snapshot.hasGateway ? nil : .noGateway
        case .go: page == .sale && sale.focus == .amount ? refusalToCharge : nil
        default: nil
        }
    }

    private var refusalOfAccount: Refusal? {
        if lockNeed != nil { return .locked }
        if isSelling { return .accountInPayment }
        return merchantGateway == nil ? .noMerchantGateway : nil
    }

    private var refusalToPair: Refusal? {
        guard let reader = readers.chosen, reader.bluetoothAddress != nil else { return .notOnBluetooth }
        return reader.isPaired ? .alreadyPaired : nil
    }

    private var refusalToUndo: Refusal? {
        guard isUndecided else { return .nothingToDecide }
        return shownInquiry?.reversalRefused == nil ? nil : .undoRefused
    }

    private var refusalToLock: Refusal? {
        if isSelling { return .lockDuringPayment }
        if lockNeed != nil { return .locked }
        return isLockable || snapshot.authority.isSignedIn ? nil : .nothingToLock
    }

    private var refusalToCancel: Refusal? {
        guard let running = runningSale else { return .noPayment }
        if running.cancelRequested { return .alreadyCancelling }
        return running.cancelAllowed ? nil : .cancelNotAllowed
    }

    private var refusalToTip: Refusal? {
        if receipt?.tipCurrency == nil { return .noTip }
        if settings.acquirerLacks.contains(.tip) { return .notOffered }
        return snapshot.hasGateway ? nil : .noGateway
    }

    /// A tip needs no reader, and may be nothing.
    private var refusalToCharge: Refusal? {
        if sale.tipOn != nil { return nil }
        if sale.tipFor != nil { return readerRefusal ?? unfitnessRefusal }
        // The merchant's gateway needs no reader.
        if sale.operation.isLinked, isAccountBusy { return .accountBusy }
        if sale.operation.isLinked, !isSelling, !isPaymentSubmitted { return sale.order.isEmpty ? .noAmount : nil }
        return readerRefusal ?? unfitnessRefusal ?? (sale.order.isEmpty ? .noAmount : nil)
    }

    /// Why no payment can start on the reader now.
    private var readerRefusal: Refusal? {
        if isAccountBusy { return .accountBusy }
        return switch snapshot.connection {
        case .none: .noReader
        case .connecting(_, let again?) where again.isFirstOfAll: .readerConnecting
        case .lost(_, let again), .connecting(_, let again?): again.isRestart ? .readerRestarts : .readerLost
        case .connecting: .readerConnecting
        case .fetching: .readerFetching
        case .stuck: .readerStuck
        case .selling: .submitted
        case .serving: .readerServes
        case .ready: isPaymentSubmitted ? .submitted : nil
        }
    }

    /// Why the merchant's account does not sell on the reader that is ready.
    private var unfitnessRefusal: Refusal? {
        guard case .ready(let reader) = snapshot.connection else { return nil }
        return switch snapshot.merchant?.unfitness(of: reader.details) {
        case .spokenElsewhere: .readerNotOffered
        case .currency: .readerOfOtherCurrency
        case .notUpdated: .updateNeeded
        case nil: nil
        }
    }

    /// A payment was asked for and has neither started nor been refused.
    var isPaymentSubmitted: Bool {
        switch submitted {
        case .pay, .order: true
        default: false
        }
    }

    /// Why the reader can't do anything else for us now.
    private var serviceRefusal: Refusal? { isSelling ? .readerInPayment : readerRefusal }

    /// The reader's protocol has no such thing.
    private func refusalUnless(_ spoken: ReaderAddress.WireProtocol) -> Refusal? {
        readerProtocol == spoken ? nil : .notOnThisReader
    }

    private var scannerRefusal: Refusal? {
        if isScanning { return nil }
        return snapshot.services.scannerIsMissing ? .noScanner : serviceRefusal
    }

    var nextLanguage: Language {
        let all = Language.allCases
        let index = all.firstIndex(of: catalogue.language) ?? 0
        return all[(index + 1) % all.count]
    }
}
