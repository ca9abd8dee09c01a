import Checkout
import Payments
import Screen

/// The amount and the reference as they are typed.
struct SalePage: Hashable {
    enum Focus: Hashable {
        case amount, reference
    }

    var amount: AmountKeys
    /// Of the next sale, while points are typed.
    private var currencyOfMoney: Currency?
    var reference = TextField(limit: PaymentOrder.longestReference)
    var focus = Focus.amount
    /// What Enter asks for: a sale, one after which the card is kept, or a refund.
    var operation = PaymentIntent.Operation.sale
    /// The sale that is refunded; nil for a refund on its own.
    var original: TransactionReference?
    /// The sale on which the amount is set as a tip; nil where none is.
    var tipOn: TransactionReference?
    /// The sale before which a tip is asked for; nil where none is.
    var tipFor: PaymentOrder?

    init(currency: Currency) { amount = AmountKeys(currency: currency) }

    /// A refund of a sale, which may be made less.
    /// - Parameter isLinked: at the merchant's gateway, without the card.
    init(refundOf original: TransactionReference, _ money: Money, isLinked: Bool = false) {
        amount = AmountKeys(money)
        operation = isLinked ? .linkedRefund : .refund
        self.original = original
    }

    /// A tip on a sale that was paid.
    init(tipOn reference: TransactionReference, in currency: Currency) {
        amount = AmountKeys(currency: currency)
        tipOn = reference
    }

    /// A tip on top of a sale that is about to begin; nothing typed is none.
    init(tipFor order: PaymentOrder) {
        amount = AmountKeys(currency: order.money.currency)
        tipFor = order
    }

    /// What is left to pay of a sale that was approved in part.
    init(rest: Money, reference: String?) {
        amount = AmountKeys(rest)
        self.reference.append(reference ?? "")
    }

    var isTyped: Bool {
        amount.money.minorUnits != 0 || amount.isDecimalEntry || !reference.text.isEmpty || operation != .sale
            || isTip
    }

    /// Nothing is charged for keeping a card, whatever is typed.
    var order: PaymentOrder {
        let name = reference.text.isEmpty ? nil : reference.text
        guard operation.movesMoney else { return .tokenise(customerReference: name) }
        return PaymentOrder(operation, money: amount.money, customerReference: name, original: original)
    }

    /// What is typed is a tip.
    var isTip: Bool { tipOn != nil || tipFor != nil }

    mutating func clear() { self = SalePage(currency: currencyOfMoney ?? amount.currency) }

    /// What is typed next is that. Points are no money, and what was typed of one isn't the other.
    mutating func begin(_ operation: PaymentIntent.Operation) {
        if operation.isInPoints, currencyOfMoney == nil {
            currencyOfMoney = amount.currency
            amount = AmountKeys(currency: .points)
        } else if !operation.isInPoints, let currency = currencyOfMoney {
            currencyOfMoney = nil
            amount = AmountKeys(currency: currency)
        }
        self.operation = operation
    }

    /// - Returns: false where the amount had to be dropped, because its digits would mean another one.
    mutating func change(to currency: Currency) -> Bool {
        let keepsDigits = currency.exponent == amount.currency.exponent
        let isLost = !keepsDigits && amount.money.minorUnits != 0
        amount =
            keepsDigits
            ? AmountKeys(Money(minorUnits: amount.money.minorUnits, currency: currency))
            : AmountKeys(currency: currency)
        return !isLost
    }
}

extension ConsoleModel {
    mutating func performOnSale(_ command: ConsoleCommand) -> [ConsoleEffect] {
        switch command {
        case .go: enter()
        case .reference, .next, .previous:
            sale.focus = sale.focus == .amount && !sale.isTip ? .reference : .amount
        case .currency where !sale.isTip && !sale.operation.isInPoints: changeCurrency()
        case .operation where sale.tipFor == nil: question = Question(.operation(selected: Operation(sale.operation)))
        case .back: takeBack()
        default: break
        }
        return []
    }

    /// Enter asks, naming the amount; in the reference it ends the field.
    private mutating func enter() {
        guard sale.focus == .amount else {
            sale.focus = .amount
            return
        }
        let money = sale.amount.money
        if let reference = sale.tipOn {
            question = Question(.tip(TipOrder(reference, minorUnits: money.minorUnits), money))
            return
        }
        if let sold = sale.tipFor { return charge(sold, tip: money.minorUnits) }
        var order = sale.order
        if order.operation.takesMerchantAuth { order.merchantAuth = settings.merchantAuth }
        guard !wantsTip(order) else {
            sale = SalePage(tipFor: order)
            return
        }
        question = Question(.charge(order))
    }

    /// The account's terminal takes tips, and one is asked for before a sale. (row E10)
    private func wantsTip(_ order: PaymentOrder) -> Bool {
        snapshot.merchant?.asksForTip == true && order.operation == .sale
    }

    /// What is charged is named with the tip in it.
    private mutating func charge(_ order: PaymentOrder, tip: Int64) {
        var order = order
        order.tip = tip == 0 ? nil : tip
        order.money.minorUnits += tip
        question = Question(.charge(order))
    }

    private mutating func changeCurrency() {
        let all = [settings.currency] + settings.currencies.filter { $0 != settings.currency }
        let index = all.firstIndex(of: sale.amount.currency).map { ($0 + 1) % all.count } ?? 0
        if !sale.change(to: all[index]) { notice = .amountCleared }
    }

    private mutating func takeBack() {
        if sale.focus == .reference {
            sale.focus = .amount
        } else {
            sale.clear()
        }
    }

    mutating func typeOnSale(_ key: Key) {
        switch sale.focus {
        case .amount: typeAmount(key)
        case .reference: sale.reference.take(key)
        }
    }

    private mutating func typeAmount(_ key: Key) {
        switch key {
        case .character(let character): typeAmount(character)
        case .backspace: sale.amount.press(.backspace)
        case .delete, .control("u"): sale.amount.press(.clear)
        case .paste(let text): paste(text)
        default: break
        }
    }

    private mutating func typeAmount(_ character: Character) {
        if character == "." || character == "," {
            sale.amount.press(.decimal)
        } else if character.isASCII, let digit = character.wholeNumberValue {
            sale.amount.press(.digit(digit))
        }
    }

    /// A pasted amount is read as people write amounts; a line break in it is never an Enter.
    private mutating func paste(_ text: String) {
        do throws(AmountError) {
            sale.amount = AmountKeys(try AmountText.parse(text, currency: sale.amount.currency))
        } catch {
            notice = .badAmount(error, text: String(text.prefix(40)))
        }
    }
}

extension PaymentOrder {
    /// It says of no amount, although it is about money.
    var isEmpty: Bool { operation.movesMoney && money.minorUnits == 0 }
}
