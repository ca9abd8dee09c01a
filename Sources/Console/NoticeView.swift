import Checkout
import Gateways
import Localization
import Payments
import Screen
import Text

/// What is said at the foot of the page.
struct NoticeView {
    let model: ConsoleModel

    func draw(in canvas: inout Canvas) {
        guard let notice = model.notice else { return }
        let lines = wrapped(words(notice), to: canvas.width - 6)
        let rect = Rect(x: 0, y: canvas.height - lines.count - 2, width: canvas.width, height: lines.count + 2)
        let role = role(notice)
        canvas.fill(rect, .text)
        canvas.box(rect, title: title(notice), role, titleRole: role)
        for (index, line) in lines.enumerated() { canvas.write(line, x: 3, y: rect.y + 1 + index) }
    }

    private func role(_ notice: Notice) -> Role {
        switch notice {
        case .fault: .fault
        case .settled(let outcome, _): outcome.role
        case .tip(let tip): tip.outcome == .authorised ? Outcome.approved.role : .warning
        default: .warning
        }
    }

    private func title(_ notice: Notice) -> String {
        guard case .fault(let fault) = notice else { return "" }
        return model.catalogue.words(for: fault).code
    }

    private func words(_ notice: Notice) -> String {
        let catalogue = model.catalogue
        switch notice {
        case .refused(let refusal): return catalogue.text("refusal.\(refusal.rawValue)")
        case .fault(let fault):
            let words = catalogue.words(for: fault)
            return [words.text, words.money, words.next].compactMap(\.self).joined(separator: " ")
        case .badAmount(let error, let text): return badAmount(error, text)
        case .amountCleared: return model.text("sale.cleared")
        case .language:
            return model.text("language", ["language": catalogue.text("language.\(catalogue.language.rawValue)")])
        case .service(let result): return catalogue.words(for: result).joined(separator: " ")
        case .settled(let outcome, let money):
            let words = catalogue.words(for: outcome)
            return model.text(
                "resolve.settled",
                ["amount": money.map(catalogue.moneyWithCode) ?? "", "word": words.word, "sentence": words.sentence])
        case .paired(let name): return catalogue.text("pairing.paired", ["address": printable(name)])
        case .unpaired(let name): return catalogue.text("pairing.unpaired", ["address": printable(name)])
        case .pairing(let fault):
            let words = catalogue.error(fault.code)
            return [words.text, words.next].compactMap(\.self).joined(separator: " ")
        case .tipSent: return model.text("sale.tipSent")
        case .refundSent: return model.text("sale.refundSent")
        case .referralSent: return model.text("receipt.referralSent")
        case .tip(let tip):
            let trouble = tip.trouble.map { catalogue.error($0.code).text }
            return [catalogue.words(for: tip.outcome, of: tip.money), trouble].compactMap(\.self).joined(separator: " ")
        case .account(let news): return catalogue.words(for: news).joined(separator: " ")
        case .theme(let name): return model.text("theme", ["theme": name])
        }
    }

    private func badAmount(_ error: AmountError, _ text: String) -> String {
        let name =
            switch error {
            case .notAnAmount, .unexpectedCharacter, .misplacedSeparator: "amountNotANumber"
            case .sign: "amountSigned"
            case .ambiguous: "amountAmbiguous"
            case .tooManyDecimals: "amountTooPrecise"
            case .zero: "amountZero"
            case .tooLarge: "amountTooLarge"
            }
        return model.catalogue.text(
            "error.\(name).text", ["amount": printable(text), "currency": model.sale.amount.currency.alpha])
    }
}
