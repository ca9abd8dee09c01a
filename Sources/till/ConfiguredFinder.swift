import Payments
import Ports
import Simulator
import Threads
import Time

/// Finds the readers that the configuration names, as far as they open, and the virtual ones for training. Each is
/// tried through the same transport as a sale uses.
struct ConfiguredFinder: ReaderFinder {
    let place: Workplace
    let links: any LinkOpener

    func search(timeout: Duration, deliver: @escaping @Sendable (FinderEvent) -> Void) -> any ReaderSearch {
        let search = ConfiguredSearch(candidates: candidates, links: links, deliver: deliver)
        search.start(timeout: timeout, time: place.time)
        return search
    }

    /// The readers that the configuration or the command line names.
    static func named(_ place: Workplace) -> [FoundReader] {
        let named = place.configuration.readers.compactMap { entry in candidate(entry.uri, entry.name) }
        let chosen = [place.invocation.reader, place.configuration.reader].compactMap(\.self)
            .filter { uri in !named.contains { $0.name == uri || $0.uri == uri } }
            .prefix(1).compactMap { candidate($0, $0) }
        return named + chosen.filter { !$0.address.isTraining }
    }

    /// Whether one on Bluetooth is there, BlueZ knows without a connection.
    private var candidates: [FoundReader] {
        let training = [("HiLite", ReaderAddress.WireProtocol.heft), ("BluePad-50", .datecs)].map { name, spoken in
            let address = ReaderAddress(place: .demo(scenario: "default"), wireProtocol: spoken)
            return FoundReader(
                uri: address.uri, address: address, name: name, connectionTypes: [.training], known: false)
        }
        return Self.named(place).filter { $0.connectionTypes != [.bluetooth] } + training
    }

    private static func candidate(_ uri: String, _ name: String) -> FoundReader? {
        guard let address = try? ReaderAddress(uri: uri) else { return nil }
        return FoundReader(
            uri: uri, address: address, name: name, connectionTypes: [type(address.place)], known: true)
    }

    static func type(_ place: ReaderAddress.Place) -> FoundReader.ConnectionType {
        switch place {
        case .serial: .serial
        case .rfcomm: .bluetooth
        case .tcp, .unix: .network
        case .demo: .training
        }
    }
}

/// One search: every candidate is opened and let go again.
final class ConfiguredSearch: ReaderSearch {
    private let candidates: [FoundReader]
    private let links: any LinkOpener
    private let deliver: @Sendable (FinderEvent) -> Void
    private let answers = Mailbox<(index: Int, opens: Bool)?>()

    init(candidates: [FoundReader], links: any LinkOpener, deliver: @escaping @Sendable (FinderEvent) -> Void) {
        self.candidates = candidates
        self.links = links
        self.deliver = deliver
    }

    func start(timeout: Duration, time: any TimeSource) {
        let until = (time.uptime() + timeout).nanoseconds
        startThread { [self] in
            let attempts = candidates.enumerated().map { index, reader in probe(index, reader) }
            collect(candidates.count, until: until)
            for attempt in attempts { attempt.close() }
            deliver(.done)
        }
    }

    func stop() { answers.post(nil) }

    private func probe(_ index: Int, _ reader: FoundReader) -> any Link {
        links.open(reader.address) { [answers] event in
            switch event {
            case .opened: answers.post((index, true))
            case .closed: answers.post((index, false))
            case .received, .drained: break
            }
        }
    }

    /// Tells of each reader that opens, until all have answered, time is up or nobody wants to know.
    private func collect(_ count: Int, until: Int64) {
        var open = Set(0..<count)
        while !open.isEmpty {
            let heard = answers.wait(until: until)
            if heard.isEmpty { return }
            for answer in heard {
                guard let answer else { return }
                guard open.remove(answer.index) != nil else { continue }
                if answer.opens { deliver(.found(candidates[answer.index])) }
            }
        }
    }
}
