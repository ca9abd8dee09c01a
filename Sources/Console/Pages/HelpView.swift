import Localization
import Screen
import Text

/// What the keys do, those of the page first.
struct HelpView {
    let model: ConsoleModel
    private static let listTop = 3

    /// How many keys are seen at once.
    static func window(_ size: Size) -> Int { max(0, Frame.content(size).height - listTop) }

    func draw(in canvas: inout Canvas) {
        let page = model.catalogue.text("console.page.\(model.helpedPage.rawValue)")
        canvas.write(
            model.text("help.title", ["page": page]), x: 0, y: 1, width: canvas.width, .leading, .instruction)
        canvas.placeCursor(x: 0, y: 1)
        if model.helpedPage == .signature, model.hasPad, model.settings.usesMouse {
            canvas.write(model.text("help.mouse"), x: 2, y: 2, width: canvas.width - 2, .leading, .dim)
        }
        let bindings = model.bindings(on: model.helpedPage)
        let window = canvas.height - Self.listTop
        let visible = model.help.scroll.visible(of: bindings.count, window: window)
        for (row, binding) in bindings[visible].enumerated() {
            let names = binding.keys.map { KeyNames.name(of: $0, model.catalogue) }.joined(separator: ", ")
            canvas.write(names, x: 2, y: Self.listTop + row, width: 26, .leading, .title)
            canvas.write(
                model.catalogue.text(binding.label), x: 30, y: Self.listTop + row, width: canvas.width - 30, .leading,
                binding.page == nil ? .dim : .text)
        }
    }
}
