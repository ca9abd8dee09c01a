import Acquirer
import Doubles
import Glibc
import Journals
package import Payments
import Ports
import Time

/// The campaign with real processes: tills that are killed at any instant, readers that vanish, a cloud that stands
/// still, a network that is pulled, a disk that takes no more; on this machine, with deadlines that come sooner. Source: row N2.
package struct ProcessCampaign {
    /// Of deadlines. *own choice*: a reader has 200 ms to acknowledge a frame, and what is not charged is known in 3 s.
    private static let timeScale = "100"

    private let folder: TemporaryDirectory
    private let gateway: RunningProgram
    private let environment: [String: String]
    /// The till's way to the acquirer, and to the cloud.
    private let networks: (acquirer: PulledNetwork, cloud: PulledNetwork)
    private let spoken: ReaderAddress.WireProtocol
    private var reader: RunningProgram
    /// A pinpad's: its log would be gone with its process, so what is pulled is the cable.
    private var readerCable: PulledNetwork?
    private var random: SeededGenerator
    private var report = CampaignReport()
    /// Milliseconds that the last sale took which was left alone, from the start of its program.
    private var takes = 250
    /// What was done to whom.
    private var deeds: [Deed: Int] = [:]

    private enum Deed: String, CaseIterable {
        case tillKilled, tillTerminated, readerKilled, cablePulled, stoodStill, networkPulled, diskFull
    }

    /// - Throws: `RunningProgram.Failure` where the programs don't start.
    package init(seed: UInt64, on spoken: ReaderAddress.WireProtocol) throws {
        self.spoken = spoken
        random = SeededGenerator(seed: seed)
        folder = try TemporaryDirectory()
        gateway = try RunningProgram(
            BuiltProgram.path("till-sim"),
            ["gateway", "--listen", "127.0.0.1:0", "--acquirer", "127.0.0.1:0", "--ledger", "\(folder.path)/ledger"],
            environment: ["LC_ALL": "C.UTF-8"])
        let url = try gateway.firstLine()
        try gateway.wait(for: "acquirer ")
        let acquirer = gateway.output.split(separator: "\n").dropFirst().first?.split(separator: " ").last ?? ""
        networks = try (PulledNetwork(to: String(acquirer)), PulledNetwork(to: url.replacing("http://", with: "")))
        Self.write("0102030405060708091011121314151617181920212223242526272829303132", "\(folder.path)/secret")
        Self.write("SANDBOX-SANDBOX-SANDBOX-SANDBOX", "\(folder.path)/key")
        Self.write(
            "hostLink: {allow: [127.0.0.1]}\nsecretFile: \(folder.path)/secret\napiKeyFile: \(folder.path)/key\ngateways: {handpoint: \"http://\(networks.cloud.address)\"}\n",
            "\(folder.path)/config.yaml")
        environment = [
            "HOME": folder.path, "TILL_CONFIG": "\(folder.path)/config.yaml", "TILL_DATA_DIR": "\(folder.path)/data",
            "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "TILL_TIME_SCALE": Self.timeScale,
        ]
        switch spoken {
        case .heft: reader = try Self.reader(folder, networks.acquirer.address, quirks: "")
        case .datecs:
            reader = try RunningProgram(
                BuiltProgram.path("till-sim"),
                [
                    "reader", "--protocol", "datecs", "--currency", "GBP", "--listen", "tcp://127.0.0.1:0",
                    "--acquirer", networks.acquirer.address,
                ], environment: ["LC_ALL": "C.UTF-8"])
            let place = try reader.firstLine().split(separator: "?").first ?? ""
            readerCable = try PulledNetwork(to: String(place).replacing("tcp://", with: ""))
        }
    }

    /// - Returns: what came of it, and a line about what was done.
    package mutating func run(_ count: Int, progress: (Int) -> Void) throws -> (CampaignReport, String) {
        for number in 0..<count {
            try pay()
            gateway.drain()
            reader.drain()
            if Int.random(in: 0..<20, using: &random) == 0 { try recover() }
            progress(number + 1)
        }
        for _ in 0..<5 where try recover() != 0 { gateway.drain() }
        try audit()
        networks.acquirer.stop()
        networks.cloud.stop()
        readerCable?.stop()
        let done = Deed.allCases.filter { deeds[$0] != nil }.map { "\($0.rawValue) \(deeds[$0, default: 0])" }
        return (report, "faults     " + done.joined(separator: ", "))
    }

    // MARK: One payment

    private mutating func pay() throws {
        let deed = Int.random(in: 0..<14, using: &random)
        let room = deed == 9 || deed == 10 ? Int.random(in: 0...60, using: &random) : nil
        if room != nil { deeds[.diskFull, default: 0] += 1 }
        let amount = Int.random(in: 100...9_999_999, using: &random)
        let kind =
            spoken == .heft ? "sale" : ["sale", "sale", "advance", "preauth"].randomElement(using: &random) ?? ""
        let start = ContinuousClock.now
        let sale = try till(kind, "--minor", String(amount), "GBP", "--signature", "accept", room: room)
        switch deed {
        case 0..<5:
            pause(upTo: takes)
            sale.signal(SIGKILL)
            deeds[.tillKilled, default: 0] += 1
        case 5:
            pause(upTo: takes)
            sale.signal(SIGTERM)
            deeds[.tillTerminated, default: 0] += 1
        case 6: try loseReader(after: takes)
        case 7: standStill(for: 300)
        case 8: pullNetwork(for: 400)
        default: break
        }
        let status = try sale.waitForExit(within: .seconds(60))
        if deed > 10, status == 0 { takes = max(1, Int((ContinuousClock.now - start) / .milliseconds(1))) }
        networks.acquirer.plug()
        networks.cloud.plug()
        readerCable?.plug()
        note(sale.output)
    }

    /// How long after the reader was connected a result of its was booked.
    private mutating func note(_ output: String) {
        let lines = output.split(separator: "\n").compactMap { try? JSONValue.parse(String($0)) }
        func time(of event: String) -> WallTime? {
            lines.first { $0["event"]?.stringValue == event }?["at"]?.stringValue.flatMap { WallTime(rfc3339: $0) }
        }
        guard let connected = time(of: "connected"), let recovered = time(of: "recovered") else { return }
        report.recovered += 1
        report.recoveryTimes.append(recovered.milliseconds - connected.milliseconds)
    }

    private mutating func loseReader(after milliseconds: Int) throws {
        pause(upTo: milliseconds)
        if let readerCable {
            readerCable.pull()
            return deeds[.cablePulled, default: 0] += 1
        }
        reader.signal(SIGKILL)
        _ = try reader.waitForExit()
        deeds[.readerKilled, default: 0] += 1
        let quirks = ["", "forgetful", "old-result-next", "idle-answer"].randomElement(using: &random) ?? ""
        reader = try Self.reader(folder, networks.acquirer.address, quirks: quirks)
    }

    /// The acquirer and the cloud answer nothing for a while.
    private mutating func standStill(for milliseconds: Int) {
        pause(upTo: takes)
        gateway.signal(SIGSTOP)
        pause(upTo: milliseconds)
        gateway.signal(SIGCONT)
        deeds[.stoodStill, default: 0] += 1
    }

    /// The cables to acquirer and cloud are pulled for a while, or until the sale has ended.
    private mutating func pullNetwork(for milliseconds: Int) {
        pause(upTo: takes)
        networks.acquirer.pull()
        networks.cloud.pull()
        deeds[.networkPulled, default: 0] += 1
        guard Bool.random(using: &random) else { return }
        pause(upTo: milliseconds)
        networks.acquirer.plug()
        networks.cloud.plug()
    }

    private mutating func pause(upTo milliseconds: Int) {
        poll(nil, 0, Int32(Int.random(in: 0...milliseconds, using: &random)))
    }

    @discardableResult
    private mutating func recover() throws -> Int32 {
        let keeps = Bool.random(using: &random)
        let program = try keeps ? till("recover", "--keep") : till("recover")
        report.restarts += 1
        return try program.waitForExit(within: .seconds(120))
    }

    /// - Parameter room: how many blocks of 512 bytes a file may be longer than the longest one is now; the system
    ///   refuses what goes beyond.
    private func till(_ words: String..., room: Int? = nil) throws -> RunningProgram {
        let place = readerCable.map { "tcp://\($0.address)?protocol=datecs" } ?? "unix://\(folder.path)/reader"
        let words = words + ["--json", "--reader", place]
        guard let room else { return try RunningProgram(BuiltProgram.path("till"), words, environment: environment) }
        let blocks = folder.longestFile(in: "data") / 512 + 1 + room
        let script = "trap '' XFSZ; ulimit -f \(blocks); exec \"$@\""
        return try RunningProgram(
            "/bin/sh", ["-c", script, "sh", BuiltProgram.path("till")] + words, environment: environment)
    }

    private static func reader(
        _ folder: TemporaryDirectory, _ acquirer: String, quirks: String
    ) throws -> RunningProgram {
        unlink("\(folder.path)/reader")
        let program = try RunningProgram(
            BuiltProgram.path("till-sim"),
            ["reader", "--listen", "unix://\(folder.path)/reader", "--acquirer", acquirer]
                + (quirks.isEmpty ? [] : ["--quirks", quirks]), environment: ["LC_ALL": "C.UTF-8"])
        _ = try program.firstLine()
        return program
    }

    private static func write(_ text: String, _ path: String) {
        guard let file = fopen(path, "w") else { return }
        fputs(text, file)
        fclose(file)
        chmod(path, 0o600)
    }

    // MARK: The books

    private mutating func audit() throws {
        let journal = try DataDirectory(path: "\(folder.path)/data").readJournal(training: false)
        let rows = try journal?.history(limit: 1_000_000, query: nil) ?? []
        let audit = CampaignAudit(try ledger(), rows)
        report.findings = audit.findings
        report.unknown = audit.unknown
        report.payments = rows.count { $0.intent != nil }
        for row in rows where row.intent != nil {
            report.outcomes[row.outcome ?? .unknown, default: 0] += 1
            if row.reversing != nil, row.outcome == .cancelled { report.reversed += 1 }
        }
        if try journal?.verify().isSound == false { report.findings.append("the journal's chain is broken") }
    }

    private func ledger() throws -> [LedgerEntry] {
        guard let file = fopen("\(folder.path)/ledger", "r") else { return [] }
        defer { fclose(file) }
        var entries: [LedgerEntry] = []
        var line: UnsafeMutablePointer<CChar>?
        var size = 0
        defer { free(line) }
        while getline(&line, &size, file) > 0, let text = line {
            if let entry = LedgerEntry(audited: try JSONValue.parse(String(cString: text))) { entries.append(entry) }
        }
        return entries
    }
}
