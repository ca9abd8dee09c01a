import Localization
import Payments
import Screen
import Text

/// The dialog while a reader is paired.
struct PairingView {
    let model: ConsoleModel
    private static let width = 64

    func draw(in canvas: inout Canvas) {
        guard let pairing = model.pairing else { return }
        let width = min(Self.width, canvas.width)
        let lines = lines(pairing.step, width: width - 6)
        let rect = Rect(
            x: (canvas.width - width) / 2, y: max(0, (canvas.height - lines.count - 4) / 2), width: width,
            height: lines.count + 4)
        canvas.fill(rect, .text)
        let title = text("pairing.title", ["name": printable(pairing.reader.name)])
        canvas.box(rect, title: clipped(title, to: width - 6), .focus, titleRole: .focus)
        canvas.within(rect.inset(x: 3, y: 2)) { canvas in
            for (y, line) in lines.enumerated() {
                canvas.write(line.text, x: 0, y: y, width: canvas.width, .leading, line.role)
            }
            canvas.placeCursor(x: 0, y: max(0, lines.count - 1))
        }
    }

    private func lines(_ step: PairingDialog.Step, width: Int) -> [(text: String, role: Role)] {
        switch step {
        case .waiting: return plain("pairing.waiting", width)
        case .compare(let number):
            return plain("pairing.compare", width) + [("", .text), (number, .amount), ("", .text)]
                + plain("pairing.yesNo", width, ["yes": model.yesLetter])
        case .pin(let typed):
            let dots = String(repeating: "•", count: min(typed, 24))
            return plain("pairing.pinHint", width) + [
                ("", .text), (model.catalogue.labelled(text("pairing.pinField"), dots), .focus),
            ]
        case .show(let pin):
            return plain("pairing.typeThere", width) + [("", .text), (printable(pin), .amount)]
        }
    }

    private func plain(_ key: String, _ width: Int, _ arguments: [String: String] = [:]) -> [(text: String, role: Role)]
    {
        wrapped(text(key, arguments), to: width).map { ($0, .text) }
    }

    private func text(_ key: String, _ arguments: [String: String] = [:]) -> String {
        model.catalogue.text(key, arguments)
    }
}
