import Checkout
import Gateways
import Localization
import Payments
import Screen
import Text
import Time

/// Which update the reader needs, and how the one that runs gets on.
struct UpdateView {
    let model: ConsoleModel
    private static let labelWidth = 28

    func draw(in canvas: inout Canvas) {
        drawHead(in: &canvas)
        var y = 2
        for (label, value) in reader {
            canvas.field(label, printable(value), y: y, labelWidth: Self.labelWidth)
            y += 1
        }
        y += 1
        for (text, role) in lines(canvas.characters) {
            let room = Rect(x: 0, y: y, width: canvas.width, height: max(0, canvas.height - y))
            y += canvas.write(wrapped: text, in: room, role)
        }
    }

    private func drawHead(in canvas: inout Canvas) {
        let half = canvas.width / 2
        canvas.write(
            model.catalogue.text("console.page.updates"), x: 0, y: 0, width: half, .leading, .title)
        canvas.write(state, x: half, y: 0, width: canvas.width - half, .trailing, .text)
        canvas.placeCursor(x: 0, y: 0)
    }

    private var state: String {
        guard let work = model.account.work else { return "" }
        return "\(model.text("account.work.\(work.kind.rawValue)"))  \(clockText(model.now - work.startedAt))"
    }

    /// Which of the readers it is about.
    private var reader: [(String, String)] {
        guard let reader = model.readerToUpdate else { return [] }
        return [
            (model.catalogue.text("console.page.reader"), reader.details.applicationName),
            (model.text("updates.serial"), reader.details.serialNumber),
            (model.text("updates.address"), reader.target.uri),
        ]
    }

    private func lines(_ characters: Canvas.Characters) -> [(String, Role)] {
        let mark = characters == .ascii ? "*" : "·"
        let progress = model.updates.progress.compactMap(model.catalogue.progressWords)
            .map { ("\(mark) \($0)", Role.text) }
        let trouble = model.updates.trouble.map { model.catalogue.words(for: $0).map { ($0, Role.warning) } } ?? []
        return [need].compactMap(\.self) + progress + [ending].compactMap(\.self) + trouble
    }

    private var need: (String, Role)? {
        guard model.readerToUpdate != nil else { return (model.text("updates.noReader"), .instruction) }
        guard model.updates.isUpdated == nil, model.account.work == nil else { return nil }
        return switch model.updates.need {
        case .asking: (model.text("updates.asking"), .dim)
        case .told(.full?): (model.text("updates.full"), .instruction)
        case .told(.normal?): (model.text("updates.normal"), .instruction)
        case .told(nil): (model.text("updates.none"), .text)
        case .unknown: nil
        }
    }

    private var ending: (String, Role)? {
        switch model.updates.isUpdated {
        case true?:
            let words = ["reader": printable(model.updates.serialNumber ?? "")]
            return (model.catalogue.text("opayo.updated", words), .title)
        case false?: return (model.text("updates.notUpdated"), .warning)
        case nil: return nil
        }
    }
}
