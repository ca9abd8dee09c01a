import Localization
import Payments
import Ports
import Terminal
import Text
import Threads
import Time
import Transports

/// `till readers`: the readers within reach, as they are found and lost.
struct ReadersCommand {
    struct Options {
        var timeoutSeconds: Int
        /// Also what isn't taken for a reader.
        var showsAll: Bool
        /// The reader used last is forgotten first.
        var dropsCurrent: Bool
    }

    let place: Workplace
    let signals: SignalInbox
    let options: Options

    private enum Message: Sendable {
        case found(FinderEvent)
        case signal
    }

    func run() throws(Stop) {
        if options.dropsCurrent { place.forgetReader() }
        let inbox = Mailbox<Message>()
        let finder = place.finder(try place.links(), training: place.invocation.demoEnvironment)
        let search = finder.search(timeout: .seconds(options.timeoutSeconds)) { inbox.post(.found($0)) }
        defer { search.stop() }
        signals.whenEnding { inbox.post(.signal) }
        var shown = ShownReaders(all: options.showsAll, tellsSignals: place.invocation.json)
        while true {
            for message in inbox.wait(until: nil) {
                guard case .found(let event) = message else { throw Stop(.interrupted, "interrupted") }
                if shown.takes(event) { tell(event) }
                if event == .done { return }
            }
        }
    }

    private func tell(_ event: FinderEvent) {
        switch event {
        case .found(let reader): place.invocation.json ? Output.json(object(reader)) : Output.line(line(reader))
        case .lost(let uri): tellLost(uri)
        case .trouble(let trouble): tell(trouble)
        case .untroubled(let trouble): tellEnd(of: trouble)
        case .done: if place.invocation.json { Output.json(simple("searchDone", [])) }
        }
    }

    private func tellLost(_ uri: String) {
        guard !place.invocation.json else { return Output.json(simple("readerLost", [("uri", .string(uri))])) }
        Output.line(place.catalogue.text("cli.said.readerLost", ["uri": printable(uri)]))
    }

    private func tell(_ trouble: FinderTrouble) {
        let words = place.catalogue.error(trouble.code)
        guard !place.invocation.json else {
            return Output.json(
                simple(
                    "searchTrouble",
                    [
                        ("code", .string(trouble.code)), ("text", .string(words.text)),
                        ("next", words.next.map(JSONValue.string)),
                    ]))
        }
        Output.message(([words.text] + [words.next].compactMap(\.self)).joined(separator: " "))
    }

    private func tellEnd(of trouble: FinderTrouble) {
        guard !place.invocation.json else {
            return Output.json(simple("searchTroubleOver", [("code", .string(trouble.code))]))
        }
        Output.message(place.catalogue.text("cli.said.troubleOver"))
    }

    private func simple(_ name: String, _ members: [(String, JSONValue?)]) -> JSONValue {
        place.events.line(name, place.time.wallTime(), members)
    }

    private func object(_ reader: FoundReader) -> JSONValue {
        simple(
            "reader",
            [
                ("uri", .string(reader.uri)), ("name", .string(reader.name)),
                ("address", .string(reader.uri)),
                ("protocol", reader.isProtocolKnown ? .string(reader.address.wireProtocol.rawValue) : nil),
                ("connectionTypes", .array(reader.connectionTypes.map { .string($0.rawValue) })),
                ("known", .bool(reader.known)), ("paired", .bool(reader.isPaired)),
                ("offered", .bool(reader.isOffered)), ("signal", reader.signal.map { .integer(Int64($0)) }),
            ])
    }

    private func line(_ reader: FoundReader) -> String {
        var words = reader.connectionTypes.map { place.catalogue.text("page.readers.type.\($0.rawValue)") }
        if reader.isPaired { words.append(place.catalogue.text("page.readers.paired")) }
        if let signal = reader.signal { words.append("\(signal) dBm") }
        return "\(printable(reader.uri))  \(printable(reader.name))  \(words.joined(separator: ", "))"
    }
}

/// Which readers have been shown, so that only those are lost, and people aren't told of every change of a signal.
private struct ShownReaders {
    private let all: Bool
    private let tellsSignals: Bool
    private var shown: [String: FoundReader] = [:]

    init(all: Bool, tellsSignals: Bool) {
        self.all = all
        self.tellsSignals = tellsSignals
    }

    mutating func takes(_ event: FinderEvent) -> Bool {
        switch event {
        case .found(let reader):
            guard all || reader.isOffered else { return false }
            var kept = reader
            if !tellsSignals { kept.signal = nil }
            return shown.updateValue(kept, forKey: reader.uri) != kept
        case .lost(let uri): return shown.removeValue(forKey: uri) != nil
        case .trouble, .untroubled, .done: return true
        }
    }
}
