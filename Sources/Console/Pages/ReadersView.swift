import Localization
import Payments
import Screen
import Text
import Time

/// The readers as they are found.
struct ReadersView {
    let model: ConsoleModel
    private static let listTop = 3

    /// How many readers are seen at once.
    static func window(_ size: Size) -> Int { max(0, Frame.content(size).height - listTop - 2) }

    func draw(in canvas: inout Canvas) {
        canvas.write(model.text("readers.prompt"), x: 0, y: 1, width: canvas.width, .leading, .instruction)
        let trouble = trouble(width: canvas.width)
        let list = Rect(
            x: 0, y: Self.listTop, width: canvas.width, height: canvas.height - Self.listTop - 2 - trouble.count)
        canvas.within(list) { drawList(in: &$0) }
        for (index, line) in trouble.enumerated() {
            canvas.write(line, x: 0, y: list.bottom + index, width: canvas.width, .leading, .warning)
        }
        canvas.write(search, x: 0, y: canvas.height - 1, width: canvas.width, .leading, .dim)
    }

    private var search: String {
        let others = model.readers.found.count - model.readers.shown.count
        let more = others == 0 ? "" : " · " + model.catalogue.plural("page.readers.others", others)
        guard let end = model.readers.searchEnds else { return model.text("readers.searchEnded") + more }
        let seconds = max(0, Int((end - model.now).milliseconds / 1000))
        return model.text("readers.searching", ["time": model.catalogue.plural("format.seconds", seconds)]) + more
    }

    /// Why some readers can't be found, and what helps.
    private func trouble(width: Int) -> [String] {
        guard let trouble = model.readers.troubles.last else { return [] }
        let words = model.catalogue.error(trouble.code)
        return Array(([words.text] + [words.next].compactMap(\.self)).flatMap { wrapped($0, to: width) }.prefix(4))
    }

    private func drawList(in canvas: inout Canvas) {
        let found = model.readers.shown
        guard let chosen = model.readers.selection.index(in: found.map(\.uri)) else {
            canvas.write(wrapped: model.text("readers.none"), in: canvas.bounds, .dim)
            return canvas.placeCursor(x: 0, y: 0)
        }
        let rows = Selection<String>.window(around: chosen, of: found.count, height: canvas.height)
        for index in rows {
            drawRow(found[index], y: index - rows.lowerBound, isChosen: index == chosen, in: &canvas)
        }
        canvas.placeCursor(x: 0, y: chosen - rows.lowerBound)
    }

    private func drawRow(_ reader: FoundReader, y: Int, isChosen: Bool, in canvas: inout Canvas) {
        let role: Role = isChosen ? .focus : .text
        let kinds = reader.connectionTypes.map { model.text("readers.type.\($0.rawValue)") }.joined(separator: ", ")
        let signal = reader.signal.map { " \($0)" } ?? ""
        let known = model.text(reader.isPaired ? "readers.paired" : reader.known ? "readers.known" : "readers.new")
        let middle = canvas.width / 3 - 1
        canvas.fill(Rect(x: 0, y: y, width: canvas.width, height: 1), role)
        canvas.write(reader.name, x: 1, y: y, width: middle - 2, .leading, role)
        canvas.write("\(kinds)\(signal) · \(known)", x: middle, y: y, width: 26, .leading, role)
        canvas.write(
            "\(protocolName(reader)) \(reader.bluetoothAddress?.description ?? reader.uri)", x: middle + 27, y: y,
            width: canvas.width - middle - 28, .leading, role)
    }

    private func protocolName(_ reader: FoundReader) -> String {
        reader.isProtocolKnown ? reader.address.wireProtocol.rawValue.uppercased() : "?"
    }
}
