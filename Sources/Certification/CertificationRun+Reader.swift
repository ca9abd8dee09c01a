import Acquirer
import Checkout
import Engine
import Heft
import Payments
import Ports
import Simulator
import Threads

/// What has to do with readers and their connection.
extension CertificationRun {
    func discovery() throws -> Finding {
        var evidence: [String] = []
        var connected = 0
        for reader in found() {
            let world = try world()
            world.connect(reader)
            evidence.append("found \(reader.uri)")
            let lines = world.course.lines { $0.isTold { if case .connected = $0 { true } else { false } } }
            connected += lines.count
            evidence += lines
        }
        let wired = try world()
        wired.connect(.wired)
        let lines = wired.course.lines { $0.isTold { if case .connected = $0 { true } else { false } } }
        evidence += ["by its address alone: \(FoundReader.wired.uri)"] + lines
        return (connected == 1 && lines.count == 1, evidence)
    }

    /// What a search finds, to its end.
    private func found() -> [FoundReader] {
        let found = Locked<[FoundReader]>([])
        let finder = ShelfFinder(readers: flaw == .findsNothing ? [] : [CertificationWorld.network])
        let search = finder.search(timeout: .seconds(1)) { event in
            if case .found(let reader) = event { found.withLock { $0.append(reader) } }
        }
        search.stop()
        return found.withLock { $0 }
    }

    func nothingBeforeConnect() throws -> Finding {
        let world = try world()
        world.sell(1050, currency)
        let pay = Intent.pay(PaymentOrder(money: Money(minorUnits: 1050, currency: currency)))
        let reader = CertificationWorld.network
        world.submitTogether([.connect(uri: reader.uri, address: reader.address), pay])
        world.sell(1050, currency)
        let course = world.course
        let refused = course.lines { $0.isTold { if case .fault = $0 { true } else { false } } }
        let connected = course.first { $0.isTold { if case .connected = $0 { true } else { false } } }
        let sold = course.first { $0.isMoneyCommand }
        let written = course.first { $0.isIntent }
        guard let connected, let sold, let written else { return (false, refused) }
        let places = [connected, written, sold].map { "#\($0 + 1) \(course.all[$0].line)" }
        return (refused.count == 2 && connected < written && connected < sold, refused + places)
    }

    func pendingFetched() throws -> Finding {
        let world = try world(.sdk)
        world.connect()
        world.sell(Amount.lostAfterApproval, currency)
        world.wait(.seconds(10))
        world.connect()
        let course = world.course
        let recovered = course.lines { $0.isTold { if case .recovered = $0 { true } else { false } } }
        let evidence = course.lines { happening in
            happening.isSent(.pendingResult)
                || happening.isTold { event in
                    switch event {
                    case .connected, .disconnected, .ready: true
                    default: false
                    }
                }
        }
        return (recovered.count == 1 && world.journal.rows.allSatisfy { $0.outcome == .approved }, evidence + recovered)
    }

    func signatures() throws -> Finding {
        var (evidence, isRight): ([String], Bool) = ([], true)
        for (quirk, isForm) in [(Quirk.signatureURL, isURL), (.signatureBase64, isImage)] {
            let world = try world(.default, [quirk])
            world.connect()
            world.sell(Amount.signed, currency)
            guard let signature = world.signature else { return (false, evidence) }
            isRight = isRight && isForm(signature.receipt)
            world.submit(.answerSignature(id: signature.id, .accepted))
            isRight = isRight && world.course.results.map(\.outcome) == [.approved]
            evidence.append("\(quirk.rawValue): \(signature.receipt.prefix(40))")
            evidence += world.course.lines {
                $0.isTold {
                    switch $0 {
                    case .signatureRequest, .result: true
                    default: false
                    }
                }
            }
        }
        return (isRight, evidence)
    }

    private func isURL(_ receipt: String) -> Bool { receipt.hasPrefix("http") }

    /// Neither a page nor a link: what is left of an image once nobody can see a card number in it.
    private func isImage(_ receipt: String) -> Bool { !receipt.isEmpty && !receipt.contains("<") && !isURL(receipt) }
}

extension FoundReader {
    /// A reader on a wire, which no search has to find.
    fileprivate static let wired = FoundReader(
        uri: "serial:///dev/ttyACM0", address: ReaderAddress(place: .serial(path: "/dev/ttyACM0", baud: 115_200)),
        name: "wired", connectionTypes: [.serial], known: false)
}

/// Amounts that set something off in a virtual reader. Source: heft.md 7.1.
enum Amount {
    static let signed: Int64 = 3000
    /// Approved, and the link breaks a second later.
    static let lostAfterApproval: Int64 = 9005
}

/// Finds what it was given.
private struct ShelfFinder: ReaderFinder {
    let readers: [FoundReader]

    func search(timeout: Duration, deliver: @escaping @Sendable (FinderEvent) -> Void) -> any ReaderSearch {
        for reader in readers { deliver(.found(reader)) }
        deliver(.done)
        return Search()
    }

    private final class Search: ReaderSearch {
        func stop() {}
    }
}
