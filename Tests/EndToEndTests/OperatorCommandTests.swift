import Crypto
import Glibc
import Payments
import TestKit
import Testing
import Transports
import Vault

private let readerSecret = "0102030405060708091011121314151617181920212223242526272829303132"

/// A shop with a supervisor, a cashier and a technician, and each one's PIN in a file.
private final class Shop {
    let counter: Counter
    private let vault: Vault

    init() throws {
        counter = try Counter()
        counter.write("correct horse\n", to: "passphrase")
        for (name, pin) in [("boss", "8306"), ("anna", "271828"), ("tom", "1414"), ("wrong", "9999999")] {
            counter.write(pin + "\n", to: "pin-" + name)
        }
        counter.write(readerSecret, to: "secret")
        var bytes = Array("correct horse".utf8)
        vault = try Vault.create(
            counter.path("data/credentials.till"), passphrase: try Passphrase(wiping: &bytes), cost: .least,
            random: try SystemRandom(), time: SystemTime())
    }

    func add(_ name: String, _ role: String, by boss: String? = nil) throws -> RunningProgram {
        try till(["operator", "add", name, "--role", role, "--new-pin-file", counter.path("pin-" + name)], as: boss)
    }

    /// The operators as the command makes them, but for what trying a PIN costs.
    func open() throws -> Shop {
        for (name, role, pin) in [
            ("boss", OperatorRole.supervisor, "8306"), ("anna", .cashier, "271828"), ("tom", .technician, "1414"),
        ] {
            var digits = Array(pin.utf8)
            let name = try #require(OperatorName(name))
            try vault.setOperator(name, role, pin: try PIN(wiping: &digits), cost: .least)
        }
        return self
    }

    /// Runs a command to its end, as an operator where one is named.
    func till(
        _ arguments: [String], as name: String? = nil, pin: String? = nil, vouchedBy supervisor: String? = nil
    ) throws -> RunningProgram {
        var all = arguments
        if let name { all += ["--operator", name, "--pin-file", counter.path("pin-" + (pin ?? name))] }
        if let supervisor {
            all += ["--supervisor", supervisor, "--supervisor-pin-file", counter.path("pin-" + supervisor)]
        }
        var environment = counter.environment
        environment["TILL_VAULT_PASSPHRASE_FILE"] = counter.path("passphrase")
        let program = try RunningProgram(BuiltProgram.path("till"), all, environment: environment)
        program.closeInput()
        _ = try program.waitForExit()
        return program
    }

    /// The trail's words, oldest first.
    func trail() throws -> [String] {
        try till(["operator", "log", "--json", "--limit", "500"]).output.split(separator: "\n").reversed()
            .compactMap { try JSONValue.parse(String($0)) }
            .map { event in
                ["kind", "operator", "name", "permission"].compactMap { event[$0]?.stringValue }.joined(separator: " ")
            }
    }
}

@Suite("operators at the command line (N8)")
struct OperatorCommandTests {
    @Test("the first operator is a supervisor, and only supervisors make others")
    func making() throws {
        let shop = try Shop()
        #expect(try shop.add("anna", "cashier").waitForExit() == 2)
        #expect(try shop.add("boss", "supervisor").waitForExit() == 0)
        let unnamed = try shop.add("anna", "cashier")
        #expect(try unnamed.waitForExit() == 14)
        #expect(unnamed.errors.contains("--operator"))
        #expect(try shop.add("anna", "cashier", by: "boss").waitForExit() == 0)
        #expect(try shop.add("tom", "technician", by: "anna").waitForExit() == 14)
        let list = try shop.till(["operator", "list", "--json"])
        #expect(
            list.output == #"{"event":"operator","name":"anna","role":"cashier","enabled":true}"# + "\n"
                + #"{"event":"operator","name":"boss","role":"supervisor","enabled":true}"# + "\n")
    }

    /// What each may not do, from outside: exit 14, and nothing done. Row 3 is a payment: who sold it signed in before.
    @Test(
        "every action that is refused is refused at the command line",
        arguments: [
            ("anna", ["vault", "list"]), ("anna", ["vault", "set", "reader/default"]),
            ("anna", ["vault", "remove", "reader/x"]), ("anna", ["vault", "passphrase"]),
            ("anna", ["operator", "add", "tom", "--role", "supervisor"]), ("anna", ["operator", "disable", "tom"]),
            ("tom", ["operator", "disable", "anna"]), ("tom", ["sale", "10.50", "GBP"]),
            ("anna", ["sale", "10.50", "GBP", "--despite-unknown", "3"]), ("anna", ["refund", "10.50", "GBP"]),
            ("anna", ["reverse", "3"]), ("tom", ["refund", "1", "GBP"]), ("anna", ["support-bundle", "x", "--yes"]),
            ("anna", ["pair", "00:00:00:00:00:02", "--yes"]), ("anna", ["unpair", "00:00:00:00:00:02"]),
        ])
    func refused(name: String, arguments: [String]) throws {
        let shop = try Shop().open()
        let reader = try SimulatedReader()
        var all = arguments
        if ["sale", "refund", "reverse"].contains(arguments[0]) {
            all += ["--reader", reader.uri, "--secret-file", shop.counter.path("secret")]
            if all.contains("3") {
                let first = try shop.till(
                    ["sale", "10.50", "GBP", "--reader", reader.uri, "--secret-file", shop.counter.path("secret")],
                    as: "anna")
                #expect(try first.waitForExit() == 0)
            }
        }
        if ["support-bundle", "pair", "unpair"].contains(arguments[0]) {
            // They open the credential file only where the journal names operators.
            #expect(try shop.add("tom", "technician", by: "boss").waitForExit() == 0)
        }
        if arguments[0] == "support-bundle" {
            all[1] = shop.counter.path("bundle.tar.gz")
        }
        if arguments.contains("add") { all += ["--new-pin-file", shop.counter.path("pin-tom")] }
        let before = try shop.till(["history", "--json"]).output
        let program = try shop.till(all, as: name)
        #expect(try program.waitForExit() == 14)
        #expect(try shop.trail().last?.hasPrefix("audit.forbidden \(name)") == true)
        #expect(try shop.till(["history", "--json"]).output == before)
        #expect(access(shop.counter.path("bundle.tar.gz"), F_OK) != 0)
    }

    @Test("a sale needs somebody with the right PIN, and carries their name")
    func sale() throws {
        let shop = try Shop().open()
        let reader = try SimulatedReader()
        let sale = [
            "sale", "10.50", "GBP", "--json", "--reader", reader.uri, "--secret-file", shop.counter.path("secret"),
        ]
        #expect(try shop.till(sale).waitForExit() == 14)
        #expect(try shop.till(sale, as: "anna", pin: "boss").waitForExit() == 14)
        #expect(try shop.till(sale, as: "anna").waitForExit() == 0)
        let history = try shop.till(["history", "--json"]).output
        #expect(history.contains(#""operator":"anna""#) && history.split(separator: "\n").count == 1)
        #expect(try shop.trail().suffix(3) == ["audit.attempt anna", "audit.attempt anna", "audit.signedIn anna"])
    }

    @Test("three wrong PINs lock a name out, whatever is restarted in between")
    func lockOut() throws {
        let shop = try Shop().open()
        for _ in 0..<3 { #expect(try shop.till(["vault", "list"], as: "boss", pin: "wrong").waitForExit() == 14) }
        let right = try shop.till(["vault", "list", "--json"], as: "boss")
        #expect(try right.waitForExit() == 14)
        #expect(right.output.contains(#""code":"locked-out""#))
        #expect(try shop.till(["vault", "list"], as: "tom").waitForExit() == 0)
    }

    @Test("a supervisor vouches for one action on the spot, and both names are kept")
    func vouching() throws {
        let shop = try Shop().open()
        #expect(try shop.till(["vault", "list"], as: "anna", vouchedBy: "tom").waitForExit() == 0)
        #expect(try shop.till(["vault", "list"], as: "anna", vouchedBy: "anna").waitForExit() == 14)
        let trail = try shop.trail()
        #expect(trail.contains("audit.granted anna tom secrets") && trail.contains("audit.did anna secrets"))
    }

    @Test("taking the credential file away opens nothing")
    func withoutFile() throws {
        let shop = try Shop()
        #expect(try shop.add("boss", "supervisor").waitForExit() == 0)
        let reader = try SimulatedReader()
        #expect(unlink(shop.counter.path("data/credentials.till")) == 0)
        let sale = try shop.till(
            ["sale", "10.50", "GBP", "--json", "--reader", reader.uri, "--secret-file", shop.counter.path("secret")])
        #expect(try sale.waitForExit() == 11)
        #expect(sale.output.contains(#""code":"operators-missing""#))
    }

    @Test("who was disabled does nothing any more, and the last supervisor stays")
    func disabling() throws {
        let shop = try Shop().open()
        #expect(try shop.till(["operator", "disable", "tom"], as: "boss").waitForExit() == 0)
        #expect(try shop.till(["vault", "list"], as: "tom").waitForExit() == 14)
        #expect(try shop.till(["operator", "disable", "boss"], as: "boss").waitForExit() == 2)
        #expect(try shop.till(["operator", "disable", "nobody"], as: "boss").waitForExit() == 2)
    }

    @Test("PINs that everybody tries, PINs with letters and names that are none are refused")
    func badInput() throws {
        let shop = try Shop()
        for (pin, code) in [("1234", "pin-guessable"), ("12a4", "pin-not-digits"), ("123", "pin-length")] {
            shop.counter.write(pin, to: "pin-boss")
            let add = try shop.add("boss", "supervisor")
            #expect(try add.waitForExit() == 2)
            #expect(!add.errors.contains(pin) && !add.output.contains(pin), "\(code)")
        }
        #expect(try shop.add("Anna K", "supervisor").waitForExit() == 2)
        #expect(chmod(shop.counter.path("pin-boss"), 0o644) == 0)
        #expect(try shop.add("boss", "supervisor").waitForExit() == 13)
    }

    @Test("no PIN is in any file that the till wrote")
    func nothingLeft() throws {
        let shop = try Shop().open()
        #expect(try shop.till(["vault", "list"], as: "tom").waitForExit() == 0)
        let journal = shop.counter.bytes("data/journal.db") + shop.counter.bytes("data/credentials.till")
        let text = String(decoding: journal, as: UTF8.self)
        #expect(!text.contains("271828") && !text.contains("8306\n"))
    }

    @Test("on the console an operator signs in by PIN, sells, and lets the next one sign in")
    func console() throws {
        let shop = try Shop().open()
        let reader = try SimulatedReader()
        shop.counter.write("reader: \(reader.uri)\nsecretFile: \(shop.counter.path("secret"))\n", to: "config.yaml")
        var environment = shop.counter.environment
        environment["TILL_VAULT_PASSPHRASE_FILE"] = shop.counter.path("passphrase")
        let terminal = try VirtualTerminal(
            BuiltProgram.path("till"), [], environment: environment, rows: 24, columns: 80)
        try terminal.wait(for: "Choose your name and type your PIN.")
        terminal.type("999999\r")
        try terminal.wait(for: "Name or PIN is wrong.")
        terminal.type("271828\r")
        try terminal.wait(for: ": ready")
        #expect(terminal.line(0).hasSuffix("anna") && !terminal.text.contains("271828"))
        terminal.press(.character("k"), control: true)
        try terminal.wait(for: "Choose your name and type your PIN.")
        let kinds = try shop.trail().suffix(4)
        #expect(
            kinds == ["audit.attempt anna", "audit.attempt anna", "audit.signedIn anna", "audit.signedOut anna anna"])
    }
}
