import Localization
import Payments
import Screen
import Text

/// The lock: what to type, and as many dots as were typed.
struct LockView {
    let model: ConsoleModel
    /// How many names are seen at once.
    static let window = 8
    private static let fieldTop = 4

    func draw(in canvas: inout Canvas) {
        guard let need = model.lockNeed else { return }
        let area = Rect(x: 0, y: 1, width: canvas.width, height: 2)
        canvas.write(wrapped: model.text("lock.\(need.rawValue)"), in: area, .instruction)
        switch need {
        case .passphrase: drawField("lock.passphraseField", y: Self.fieldTop, in: &canvas)
        case .pin:
            let list = Rect(x: 0, y: Self.fieldTop, width: canvas.width, height: Self.window)
            canvas.within(list) { OperatorList(model: model).draw(in: &$0) }
            drawField("lock.pinField", y: list.bottom + 1, in: &canvas)
        }
        let hint = model.lock.isBusy ? "lock.busy" : "lock.hint.\(need.rawValue)"
        canvas.write(model.text(hint), x: 0, y: canvas.height - 1, width: canvas.width, .leading, .dim)
    }

    private func drawField(_ label: String, y: Int, in canvas: inout Canvas) {
        canvas.field(model.text(label), "", y: y, labelWidth: 26)
        SecretField(typed: model.lock.typed).draw(x: 26, y: y, in: &canvas)
    }
}

/// Names to choose from.
struct OperatorList {
    let model: ConsoleModel

    func draw(in canvas: inout Canvas) {
        let names = model.lock.operators
        guard let chosen = model.lock.selection.index(in: names) else { return }
        let rows = Selection<OperatorName>.window(around: chosen, of: names.count, height: canvas.height)
        for index in rows {
            let mark = index == chosen ? "› " : "  "
            canvas.write(
                mark + names[index].text, x: 0, y: index - rows.lowerBound, width: canvas.width, .leading,
                index == chosen ? .focus : .text)
        }
    }
}

/// A field in which only the number of characters can be seen.
struct SecretField {
    let typed: Int
    static let width = 34

    func draw(x: Int, y: Int, in canvas: inout Canvas) {
        let shown = min(typed, Self.width - 3)
        let dots = String(repeating: canvas.characters == .ascii ? "*" : "•", count: shown)
        canvas.write(" \(dots)", x: x, y: y, width: Self.width, .leading, .focus)
        canvas.placeCursor(x: x + 1 + shown, y: y)
    }
}
