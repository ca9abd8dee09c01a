import Localization
import Payments
import Ports
import Text
import Threads
import Time
import Transports

/// `till readers`: the readers that the configuration names and that open, and those for training.
struct ReadersCommand {
    let place: Workplace
    let timeoutSeconds: Int

    func run() throws(Stop) {
        let found = Mailbox<FinderEvent>()
        let finder = ConfiguredFinder(place: place, links: try place.links())
        _ = finder.search(timeout: .seconds(timeoutSeconds)) { found.post($0) }
        while true {
            for event in found.wait(until: nil) {
                tell(event)
                if event == .done { return }
            }
        }
    }

    private func tell(_ event: FinderEvent) {
        switch event {
        case .found(let reader): place.invocation.json ? Output.json(object(reader)) : Output.line(line(reader))
        case .lost(let uri): if place.invocation.json { Output.json(simple("readerLost", [("uri", .string(uri))])) }
        case .done: if place.invocation.json { Output.json(simple("searchDone", [])) }
        }
    }

    private func simple(_ name: String, _ members: [(String, JSONValue?)]) -> JSONValue {
        place.events.line(name, place.time.wallTime(), members)
    }

    private func object(_ reader: FoundReader) -> JSONValue {
        simple(
            "reader",
            [
                ("uri", .string(reader.uri)), ("name", .string(reader.name)),
                ("address", .string(reader.uri)), ("protocol", .string(reader.address.wireProtocol.rawValue)),
                ("connectionTypes", .array(reader.connectionTypes.map { .string($0.rawValue) })),
                ("known", .bool(reader.known)),
            ])
    }

    private func line(_ reader: FoundReader) -> String {
        let types = reader.connectionTypes.map { place.catalogue.text("page.readers.type.\($0.rawValue)") }
        return "\(printable(reader.uri))  \(printable(reader.name))  \(types.joined(separator: ", "))"
    }
}
