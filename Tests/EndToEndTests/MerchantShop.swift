import Crypto
import Payments
import TestKit
import Transports
import Vault

/// A shop with an account at a gateway: till, pinpad and sandbox in processes of their own, and a credential file.
struct MerchantShop {
    static let passphrase = "correct horse"

    let gateway: SandboxGateway
    let counter: Counter

    init() throws {
        gateway = try SandboxGateway("--scenario", "triggers")
        counter = try Counter()
        counter.write(Self.passphrase + "\n", to: "passphrase")
        counter.write("sandbox-password", to: "password")
        counter.write("SANDBOX-LICENCE", to: "licence")
        var bytes = Array(Self.passphrase.utf8)
        _ = try Vault.create(
            counter.path("data/credentials.till"), passphrase: try Passphrase(wiping: &bytes), cost: .least,
            random: try SystemRandom(), time: SystemTime())
    }

    /// - Parameters:
    ///   - name: the gateway's in the configuration.
    ///   - folder: its sandbox's below the address of all.
    /// - Returns: the shop's reader.
    func configure(
        _ name: String, _ folder: String, _ currency: String, scenario: String = "triggers", more: String = ""
    ) throws -> SimulatedReader {
        let reader = try SimulatedReader(
            "--protocol", "datecs", "--currency", currency, "--acquirer", gateway.acquirer, "--scenario", scenario)
        let lines = [
            "reader: \"\(reader.uri)\"", "environment: int", "gateways: {\(name): \"\(gateway.url)/\(folder)\"}", more,
        ]
        counter.write(lines.joined(separator: "\n") + "\n", to: "config.yaml")
        return reader
    }

    /// Runs a command to its end.
    func till(_ words: String...) throws -> RunningProgram {
        let program = try RunningProgram(
            BuiltProgram.path("till"), words + ["--json"],
            environment: counter.environment.merging(
                ["TILL_VAULT_PASSPHRASE_FILE": counter.path("passphrase"), "TILL_DEVELOPMENT": "1"]) { $1 })
        program.closeInput()
        _ = try program.waitForExit()
        return program
    }

    /// The journal, newest first.
    func history() throws -> [String] {
        try till("history").objects.map { row in
            "\(row["type"]?.stringValue ?? "") \(row["outcome"]?.stringValue ?? "") "
                + "\(row["requestedAmount"]?.integerValue ?? 0)"
        }
    }

    /// A console in which the passphrase was typed.
    /// - Parameter asks: how it asks for that.
    func console(_ language: String, asks: String, ready: String) throws -> VirtualTerminal {
        let terminal = try VirtualTerminal(
            BuiltProgram.path("till"), ["--locale", language],
            environment: counter.environment.merging(["TILL_DEVELOPMENT": "1"]) { $1 }, rows: 24, columns: 80)
        try terminal.wait(for: asks)
        terminal.type(Self.passphrase)
        terminal.press(.enter)
        try terminal.wait(for: ready)
        return terminal
    }
}
