import Checkout
public import Payments

/// A question that stands over the page. What it asks for is done by an Enter that nobody can press by accident.
struct Question: Hashable {
    enum Subject: Hashable {
        case charge(PaymentOrder)
        /// The same once more, though nobody knows what became of an equal one.
        case chargeDespite(PaymentOrder)
        case signature(id: Int, SignatureVerdict)
        case operation(selected: Operation)
        /// What becomes of a payment that turned out to be authorised.
        case resolve(TransactionReference, InquiryDecision)
        case quit
        /// Something that keeps the reader from selling for a while, or can't be taken back.
        case service(ReaderService)
        /// A tip to set on a sale afterwards.
        case tip(TipOrder, Money)
        /// Somebody who may has to vouch with a PIN for what was asked for.
        case vouch(Permission, Intent)
        /// The name comes from outside.
        case unpair(BluetoothAddress, name: String)
        /// The account is to be forgotten, with what is secret of it.
        case forgetAccount
        /// What the issuer said on the telephone.
        case referral(Referral)
        /// Another till sells here: whether to look at least.
        case look
    }

    var subject: Subject
    /// The question has reached the terminal.
    var isPainted = false

    init(_ subject: Subject) { self.subject = subject }

    /// How long after the last Enter another one counts: longer than any key repeat. Source: console.md "Amount entry".
    static let quiet = Duration.milliseconds(400)
}

/// What can be done with a card, as F7 offers it. A reversal begins at the payment that it undoes.
enum Operation: String, Hashable, CaseIterable {
    case sale, refund, saleAndTokenise, reversal, tokenise, cashAdvance, loyaltySpend, preauthorisation, capture,
        release

    /// What readers that speak the protocol have.
    static func offered(by spoken: ReaderAddress.WireProtocol) -> [Operation] {
        switch spoken {
        case .heft: [.sale, .refund, .saleAndTokenise, .reversal, .tokenise]
        case .datecs: [.sale, .refund, .cashAdvance, .preauthorisation, .loyaltySpend, .reversal]
        }
    }

    init(_ operation: PaymentIntent.Operation) {
        self =
            switch operation {
            case .sale, .motoSale, .referredSale: .sale
            case .cashAdvance: .cashAdvance
            case .loyaltySpend: .loyaltySpend
            case .preauthorisation: .preauthorisation
            case .capture: .capture
            case .release: .release
            case .saleAndTokenise: .saleAndTokenise
            case .refund, .motoRefund, .linkedRefund: .refund
            case .saleReversal, .refundReversal, .motoReversal, .advanceReversal, .loyaltyReversal: .reversal
            case .tokenise: .tokenise
            }
    }

    /// What the Sale page can do; nil for the others.
    var onSalePage: PaymentIntent.Operation? {
        switch self {
        case .sale: .sale
        case .refund: .refund
        case .saleAndTokenise: .saleAndTokenise
        case .tokenise: .tokenise
        case .cashAdvance: .cashAdvance
        case .loyaltySpend: .loyaltySpend
        case .preauthorisation: .preauthorisation
        case .reversal, .capture, .release: nil
        }
    }
}

extension PaymentIntent.Operation {
    /// The catalogue's key under `question.` for what is asked, and under `operation.` for its name.
    public var wordsKey: String { isMoto || isLinked ? rawValue : Operation(self).rawValue }
}
