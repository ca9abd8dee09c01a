import Checkout
import Localization
import Payments
import Screen
import Text

/// The question over the page.
struct QuestionView {
    let model: ConsoleModel
    private static let width = 64

    func draw(in canvas: inout Canvas) {
        guard let question = model.question else { return }
        let width = min(Self.width, canvas.width)
        let lines = self.lines(question.subject, width: width - 6)
        let height = lines.count + 4
        let rect = Rect(
            x: (canvas.width - width) / 2, y: max(0, (canvas.height - height) / 2), width: width, height: height)
        canvas.fill(rect, .text)
        canvas.box(rect, title: title(question.subject), .focus, titleRole: .focus)
        canvas.within(rect.inset(x: 3, y: 2)) { canvas in
            for (y, line) in lines.enumerated() {
                canvas.write(line.text, x: 0, y: y, width: canvas.width, .leading, line.role)
                if line.isFocus { canvas.placeCursor(x: 0, y: y) }
            }
        }
    }

    private struct Line {
        var text: String
        var role = Role.text
        var isFocus = false
    }

    private func title(_ subject: Question.Subject) -> String {
        switch subject {
        case .charge(let order), .chargeDespite(let order): text("\(order.operation.question).title")
        case .signature(_, let verdict): text(verdict == .accepted ? "accept.title" : "decline.title")
        case .operation: model.catalogue.text("key.operation")
        case .resolve(_, let decision): text("\(decision.rawValue).title")
        case .quit: text("quit.title")
        case .service(let service): text("\(service.question).title")
        case .tip: text("tip.title")
        case .vouch: text("vouch.title")
        case .unpair: text("unpair.title")
        case .forgetAccount: text("forgetAccount.title")
        case .referral: text("referral.title")
        case .look: text("look.title")
        }
    }

    private func lines(_ subject: Question.Subject, width: Int) -> [Line] {
        switch subject {
        case .charge(let order):
            let confirm = text("\(order.operation.question).confirm")
            return amount(of: order) + details(order, width) + prompt(confirm, width)
        case .chargeDespite(let order):
            let warning =
                wrapped(text("despite.warning"), to: width).map { Line(text: $0, role: .warning) } + [Line(text: "")]
            return amount(order.money) + details(order, width) + warning + prompt(text("despite.confirm"), width)
        case .signature(_, let verdict):
            let key = verdict == .accepted ? "accept.\(accepted)" : "decline.confirm"
            return (model.runningSale.map { amount($0.intent.money) } ?? []) + prompt(text(key), width)
        case .operation(let selected): return operations(selected)
        case .resolve(_, let decision):
            let money = model.resolve?.row.intent?.money
            return (money.map(amount) ?? []) + prompt(text("\(decision.rawValue).confirm"), width)
        case .quit: return prompt(text("quit.confirm"), width)
        case .forgetAccount: return prompt(text("forgetAccount.confirm"), width)
        case .referral(let referral): return self.referral(referral, width)
        case .unpair(_, let name):
            return prompt(model.catalogue.text("question.unpair.confirm", ["name": printable(name)]), width)
        case .look: return prompt(model.catalogue.text("question.look.confirm", ["who": model.otherTillWords]), width)
        case .service(let service): return prompt(text("\(service.question).confirm"), width)
        case .tip(let order, let money):
            let confirm = order.minorUnits == 0 ? "tip.remove" : "tip.confirm"
            return (order.minorUnits == 0 ? [] : amount(money)) + prompt(text(confirm), width)
        case .vouch(let permission, let intent): return vouching(permission, intent, width)
        }
    }

    /// Who vouches, and as many dots as digits were typed.
    private func vouching(_ permission: Permission, _ intent: Intent, _ width: Int) -> [Line] {
        let what = model.catalogue.text("operator.permission.\(permission.rawValue)")
        let names = model.lock.operators.map { name in
            Line(
                text: (name == model.lock.chosen ? "› " : "  ") + name.text,
                role: name == model.lock.chosen ? .focus : .text)
        }
        let dots = String(repeating: "•", count: min(model.lock.typed, 24))
        let field =
            model.lock.isBusy ? model.text("lock.busy") : model.catalogue.labelled(model.text("lock.pinField"), dots)
        return amount(of: intent) + wrapped(what, to: width).map { Line(text: $0, role: .warning) } + [Line(text: "")]
            + names + [Line(text: "")] + prompt(field, width)
            + wrapped(text("vouch.confirm"), to: width).map { Line(text: $0) }
    }

    /// Whom to call, and what was said.
    private func referral(_ referral: Referral, _ width: Int) -> [Line] {
        let phone = printable(model.snapshot.merchant?.referralPhone ?? "")
        let call = wrapped(model.catalogue.text("question.referral.call", ["phone": phone]), to: width)
        let code = model.catalogue.labelled(text("referral.code"), referral.code.text)
        return amount(referral.money) + call.map { Line(text: $0, role: .instruction) } + [Line(text: "")]
            + [Line(text: code, role: .focus, isFocus: true), Line(text: "")]
            + wrapped(text("referral.confirm"), to: width).map { Line(text: $0) }
    }

    /// The catalogue's key under `question.accept.` for what is said of the signature.
    private var accepted: String {
        guard model.hasPad else { return "confirm" }
        return model.signature.pad.drawing.isEmpty ? "onPaper" : "drawn"
    }

    private func amount(of intent: Intent) -> [Line] {
        switch intent {
        case .pay(let order), .order(let order): amount(of: order)
        case .lookUp: model.resolve?.row.intent.map { amount($0.money) } ?? []
        default: []
        }
    }

    /// Where no money moves there is none.
    private func amount(of order: PaymentOrder) -> [Line] {
        order.operation.movesMoney ? amount(order.money) : []
    }

    private func amount(_ money: Money) -> [Line] {
        var lines = [Line(text: model.catalogue.moneyWithCode(money), role: .amount)]
        if let other = money.decimalOnReader {
            lines.append(Line(text: model.text("sale.readerShows", ["amount": other]), role: .warning))
        }
        return lines + [Line(text: "")]
    }

    private func details(_ order: PaymentOrder, _ width: Int) -> [Line] {
        guard let reference = order.customerReference else { return [] }
        let text = model.catalogue.labelled(model.catalogue.text("key.reference"), reference)
        return wrapped(text, to: width).map { Line(text: $0) } + [Line(text: "")]
    }

    private func prompt(_ text: String, _ width: Int) -> [Line] {
        let lines = wrapped(text, to: width)
        return lines.indices.map { Line(text: lines[$0], isFocus: $0 == lines.count - 1) }
    }

    private func operations(_ selected: Operation) -> [Line] {
        Operation.offered(by: model.readerProtocol).map { operation in
            let name = model.catalogue.text("operation.\(operation.rawValue)")
            let lacks = model.acquirerLacks(operation)
            let text = lacks ? "\(name) – \(model.catalogue.text("operation.notOffered"))" : name
            return Line(
                text: text, role: operation == selected ? .focus : lacks ? .dim : .text,
                isFocus: operation == selected)
        }
    }

    private func text(_ key: String) -> String { model.catalogue.text("question.\(key)") }
}

extension PaymentIntent.Operation {
    /// The catalogue's key under `question.`.
    fileprivate var question: String {
        switch self {
        case .sale, .saleAndTokenise, .motoSale, .cashAdvance, .capture, .referredSale: "charge"
        case .loyaltySpend: "spend"
        case .preauthorisation: "block"
        case .refund, .motoRefund, .linkedRefund: "refund"
        case .saleReversal, .refundReversal, .motoReversal, .advanceReversal, .loyaltyReversal: "reverse"
        case .release: "release"
        case .tokenise: "tokenise"
        }
    }
}

extension ReaderService {
    /// The catalogue's key under `question.`.
    fileprivate var question: String {
        switch self {
        case .update: "update"
        case .endOfDay: "endOfDay"
        default: "clearLog"
        }
    }
}
