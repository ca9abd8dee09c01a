import Localization
import Payments
import Text

/// What a reader answered to questions about itself, line by line. Its own text can't do anything on a terminal.
extension Catalogue {
    func words(for reading: ReaderClockReading) -> [String] {
        let key =
            switch reading.secondsAhead {
            case 0: "same"
            case 1...: "ahead"
            default: "behind"
            }
        let seconds = String(reading.secondsAhead.magnitude)
        return (reading.wasSet ? [text("service.clock.set")] : []) + [
            text("service.clock.shows", ["time": dateTime(reading.reader)]),
            text("service.clock.\(key)", ["seconds": seconds]),
        ]
    }

    func words(for keys: ReaderKeys) -> [String] {
        (keys.state.map { [text("service.keys.state", ["state": words(for: $0)])] } ?? [])
            + lines(keys.publicKeys, "service.keys.public") + lines(keys.symmetricKeys, "service.keys.symmetric")
    }

    func words(for menu: ReaderMenu) -> [String] {
        menu.fields.map { line("service.menu.\($0.name)", $0.value) }
            + [line("service.menu.keys", words(for: menu.keys))]
    }

    private func words(for state: ReaderKeyState) -> String { text("service.keys.\(state.rawValue)") }

    private func line(_ key: String, _ value: String) -> String { "\(text(key)): \(printable(value))" }

    /// Nothing for what the reader can't say.
    private func lines(_ list: [String]?, _ key: String) -> [String] {
        guard let list else { return [] }
        return [text(key)] + list.map { "  " + printable($0) }
    }
}
