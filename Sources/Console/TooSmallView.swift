import Checkout
import Localization
import Payments
import Screen
import Text

/// What is shown where no page fits: how large the window is and has to be. A payment goes on meanwhile.
struct TooSmallView {
    let model: ConsoleModel

    func draw(in canvas: inout Canvas) {
        var y = 0
        for (text, role) in sentences(canvas.size) {
            guard y < canvas.height else { return }
            y += canvas.write(wrapped: text, in: Rect(x: 0, y: y, width: canvas.width, height: canvas.height - y), role)
        }
        canvas.placeCursor(x: 0, y: 0)
    }

    private func sentences(_ size: Size) -> [(String, Role)] {
        let catalogue = model.catalogue
        let needed = ConsoleModel.leastSize
        var sentences: [(String, Role)] = []
        if model.snapshot.training { sentences.append((catalogue.text("console.training"), .training)) }
        sentences.append(
            (
                catalogue.text(
                    "console.tooSmall",
                    [
                        "width": String(size.width), "height": String(size.height),
                        "neededWidth": String(needed.width), "neededHeight": String(needed.height),
                    ]), .text
            ))
        guard let running = model.runningSale else {
            return sentences + [(catalogue.text("console.tooSmallNext", ["key": "q"]), .text)]
        }
        let amount = catalogue.moneyWithCode(running.intent.money)
        return sentences + [(amount, .amount), (StatusView(model: model).instruction, .instruction)]
    }
}
