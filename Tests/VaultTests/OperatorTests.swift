import Crypto
import Payments
import TestKit
import Testing

@testable import Vault

@Suite("Operators in the credential file (N8)")
struct OperatorTests {
    private func pin(_ digits: String) throws -> PIN {
        var bytes = Array(digits.utf8)
        return try PIN(wiping: &bytes)
    }

    private func shop() throws -> (VaultWorld, Vault) {
        let world = try VaultWorld()
        let vault = try world.create()
        try vault.setOperator(.boss, .supervisor, pin: pin("8306"), cost: .least)
        try vault.setOperator(.anna, .cashier, pin: pin("271828"), cost: .least)
        return (world, vault)
    }

    @Test("the right PIN gives the role, another one or another's gives none")
    func pins() throws {
        let (world, vault) = try shop()
        defer { withExtendedLifetime(world) {} }
        #expect(try vault.role(of: .anna, pin: pin("271828").secret) == .cashier)
        #expect(try vault.role(of: .boss, pin: pin("8306").secret) == .supervisor)
        for wrong in ["8306", "27182", "2718281", "271829"] {
            #expect(try vault.role(of: .anna, pin: pin(wrong).secret) == nil)
        }
    }

    @Test("who is unknown has no PIN")
    func unknown() throws {
        let (world, vault) = try shop()
        defer { withExtendedLifetime(world) {} }
        let nobody = try #require(OperatorName("nobody"))
        #expect(try vault.role(of: nobody, pin: pin("8306").secret) == nil)
    }

    @Test("operators are listed by name, and are there after opening anew")
    func list() throws {
        let (world, vault) = try shop()
        try vault.set("reader/default", Secret(copying: [1]))
        try vault.disableOperator(.anna)
        let expected = [
            Operator(name: .anna, role: .cashier, isEnabled: false),
            Operator(name: .boss, role: .supervisor, isEnabled: true),
        ]
        #expect(try world.open().operators() == expected)
    }

    @Test("who was disabled signs in no more, until given a PIN again")
    func disabled() throws {
        let (world, vault) = try shop()
        defer { withExtendedLifetime(world) {} }
        try vault.disableOperator(.anna)
        #expect(try vault.role(of: .anna, pin: pin("271828").secret) == nil)
        try vault.setOperator(.anna, .technician, pin: pin("1414"), cost: .least)
        #expect(try vault.role(of: .anna, pin: pin("1414").secret) == .technician)
        #expect(try vault.role(of: .anna, pin: pin("271828").secret) == nil)
    }

    @Test("disabling who is not there changes nothing")
    func disableNobody() throws {
        let (world, vault) = try shop()
        defer { withExtendedLifetime(world) {} }
        let nobody = try #require(OperatorName("nobody"))
        #expect(throws: VaultFault.noSuchEntry) { try vault.disableOperator(nobody) }
    }

    @Test("an entry that is no operator's is named as damage, not taken for one", arguments: [1, 58, 59, 60])
    func badRecord(length: Int) throws {
        let (world, vault) = try shop()
        defer { withExtendedLifetime(world) {} }
        try vault.set("operator/anna", Secret(copying: [UInt8](repeating: 9, count: length)))
        #expect(throws: VaultFault.damaged(.operatorEntry)) {
            try vault.role(of: .anna, pin: pin("271828").secret)
        }
    }

    @Test("any bytes as a record are read without trouble")
    func randomRecords() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<2000 {
            var bytes = (0..<59).map { _ in UInt8.random(in: 0...255, using: &generator) }
            bytes[0] = 1
            bytes[1] &= 7
            bytes[2] &= 3
            let value = try Secret(copying: bytes)
            if let record = OperatorRecord(value) { #expect(try record.value() == value) }
        }
    }

    @Test(
        "what can't be a PIN is refused",
        arguments: [("123", PINFault.length), ("1234567890123", .length), ("12a4", .notDigits), ("", .length)])
    func badPIN(digits: String, fault: PINFault) {
        #expect(throws: fault) { try pin(digits) }
    }

    @Test(
        "PINs that are tried first are known",
        arguments: [("1111", true), ("1234", true), ("9876", true), ("1357", false), ("1123", false), ("8306", false)])
    func guessable(digits: String, expected: Bool) throws { #expect(try pin(digits).isGuessable == expected) }

    @Test("a PIN has no description")
    func silent() throws {
        let pin = try pin("8306")
        var dumped = ""
        dump(pin, to: &dumped)
        #expect("\(pin)" == "PIN" && dumped.contains("8306") == false)
    }
}
