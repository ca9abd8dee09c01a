import Crypto
import Transports
import Vault

/// How long the credential file takes to unlock, at the usual cost and without it, and to list.
enum VaultBench {
    private static let entries = 1000

    static func run() {
        guard let directory = Scratch(on: "/var/tmp") else { return print("vault: no place for files") }
        do {
            let usual = directory.path + "/usual.till"
            _ = try make(usual, Vault.usualCost)
            print("vault, milliseconds")
            report("unlock at the usual cost", 5) { _ = try open(usual) }
            let full = directory.path + "/full.till"
            try fill(try make(full, .least))
            report("read and list \(entries) entries, without the cost", 21) {
                guard try open(full).names.count == entries else { throw VaultFault.noSuchEntry }
            }
            let vault = try open(full)
            report("read and decrypt all of them", 5) { _ = try vault.verify() }
            report("change one of them durably", 21) { try vault.set("reader/7", try Secret(copying: [1, 2, 3])) }
        } catch {
            print("vault: \(error)")
        }
    }

    private static func fill(_ vault: Vault) throws {
        let value = try Secret(copying: Array(repeating: 0x61, count: 64))
        for number in 0..<entries { try vault.set("reader/\(number)", value) }
    }

    private static func passphrase() throws -> Passphrase {
        var bytes = Array("correct horse battery staple".utf8)
        return try Passphrase(wiping: &bytes)
    }

    private static func make(_ path: String, _ cost: Argon2id.Cost) throws -> Vault {
        try Vault.create(
            path, passphrase: try passphrase(), cost: cost, random: try SystemRandom(), time: SystemTime())
    }

    private static func open(_ path: String) throws -> Vault {
        try Vault.open(path, passphrase: try passphrase(), random: try SystemRandom(), time: SystemTime())
    }

    private static func report(_ name: String, _ rounds: Int, _ work: () throws -> Void) {
        let times = (0..<rounds).compactMap { _ -> Double? in
            let start = ContinuousClock.now
            guard (try? work()) != nil else { return nil }
            return (ContinuousClock.now - start) / .milliseconds(1)
        }
        guard times.count == rounds else { return print("  \(name): failed") }
        print("  \(name): median \((times.sorted()[rounds / 2] * 100).rounded() / 100)")
    }
}
