import Crypto
import TestKit
import Testing
import Vault

/// The file has two entries, `a` and `b`, each in the shortest record: 144 bytes of header, 24 of nonce, 4 of length,
/// 1040 of index, twice 296 of record.
@Suite("A damaged credential file")
struct DamageTests {
    private static let indexStart = 144
    private static let recordsStart = 144 + 24 + 4 + 1024 + 16
    private static let recordLength = 24 + 256 + 16

    @Test("cut to any length, it doesn't open and says where")
    func truncated() throws {
        let (world, whole) = try sample()
        for length in 0..<whole.count {
            world.replace(with: Array(whole.prefix(length)))
            let part: VaultFault.Part = length < 16 ? .start : length < Self.indexStart ? .header : .end
            #expect(try world.fault() == .damaged(part), "cut to \(length)")
        }
    }

    @Test("with any bit flipped in header or index, it doesn't open and says where")
    func flippedHead() throws {
        let (world, whole) = try sample()
        for bit in 0..<Self.recordsStart * 8 {
            world.replace(with: flipped(whole, bit))
            let fault = try world.fault()
            switch bit / 8 {
            case 0..<16: #expect(fault == .damaged(.start), "bit \(bit)")
            case 16..<Self.indexStart: #expect(fault == .damaged(.header), "bit \(bit)")
            case 168..<172: #expect(fault == .damaged(.index) || fault == .damaged(.end), "bit \(bit)")
            default: #expect(fault == .damaged(.index), "bit \(bit)")
            }
        }
    }

    @Test("with any bit flipped in a value, that value is damaged and the other one is not")
    func flippedRecords() throws {
        let (world, whole) = try sample()
        for bit in Self.recordsStart * 8..<whole.count * 8 {
            world.replace(with: flipped(whole, bit))
            let offset = bit / 8 - Self.recordsStart
            let number = offset / Self.recordLength + 1
            if offset % Self.recordLength >= Self.recordLength - 16 {
                #expect(try world.fault() == .damaged(.entry(number)), "bit \(bit)")
                continue
            }
            let vault = try world.open()
            let names = number == 1 ? (damaged: "a", sound: "b") : (damaged: "b", sound: "a")
            #expect(throws: VaultFault.damaged(.entry(number)), "bit \(bit)") { try vault.secret(named: names.damaged) }
            guard bit % 8 == 0 else { continue }
            #expect(throws: VaultFault.damaged(.entry(number)), "bit \(bit)") { try vault.verify() }
            #expect(try vault.text(names.sound) == "value of \(names.sound)", "bit \(bit)")
        }
    }

    @Test("with bytes after its end, it doesn't open", arguments: [1, 296, 5000])
    func longer(count: Int) throws {
        let (world, whole) = try sample()
        world.replace(with: whole + [UInt8](repeating: 0, count: count))
        #expect(try world.fault() == .damaged(.end))
    }

    @Test("two values that changed places are damage")
    func exchanged() throws {
        let (world, whole) = try sample()
        let middle = Self.recordsStart + Self.recordLength
        world.replace(with: Array(whole[..<Self.recordsStart] + whole[middle...] + whole[Self.recordsStart..<middle]))
        #expect(try world.fault() == .damaged(.entry(1)))
    }

    @Test("an older value put back in its place is damage")
    func older() throws {
        let (world, whole) = try sample()
        try world.open().set("b", secret("newer value"))
        let newer = world.bytes
        let last = newer.count - Self.recordLength
        world.replace(with: Array(newer[..<last] + whole[last...]))
        #expect(try world.fault() == .damaged(.entry(2)))
    }

    @Test("the index of an older file is damage where a value has changed since")
    func olderIndex() throws {
        let (world, whole) = try sample()
        try world.open().set("b", secret("newer value"))
        world.replace(with: Array(whole[..<Self.recordsStart] + world.bytes[Self.recordsStart...]))
        #expect(try world.fault() == .damaged(.entry(2)))
    }

    @Test("a header of another file is a wrong passphrase or damage, never an opened file")
    func otherHeader() throws {
        let (world, whole) = try sample()
        let other = try VaultWorld(seed: 2)
        try other.create()
        world.replace(with: Array(other.bytes[..<Self.indexStart] + whole[Self.indexStart...]))
        #expect(try world.fault() == .damaged(.index))
        #expect(try world.fault(opening: "other words") == .wrongPassphrase)
    }

    @Test("a later version is told by its number, whatever else stands in it", arguments: [2, 3, 65_535])
    func laterVersion(version: Int) throws {
        let (world, whole) = try sample()
        for tail in [Array(whole[16...]), [], [UInt8](repeating: 0xFF, count: 4000)] {
            world.replace(with: start(version: version, headerLength: 160) + tail)
            #expect(try world.fault() == .newerVersion(version))
        }
    }

    @Test("a version or header length that never was is damage", arguments: [(0, 144), (1, 143), (1, 160), (1, 0)])
    func impossibleVersion(version: Int, headerLength: Int) throws {
        let (world, whole) = try sample()
        world.replace(with: start(version: version, headerLength: headerLength) + whole[16...])
        #expect(try world.fault() == .damaged(.header))
    }

    @Test(
        "a cost that would take the machine's time or memory is damage, also with a right check",
        arguments: [(0, 8), (65, 8), (0xFFFF_FFFF, 8), (1, 0), (1, 7), (1, 2_097_153), (1, 0xFFFF_FFFF)])
    func impossibleCost(operations: Int, memory: Int) throws {
        let (world, whole) = try sample()
        var head = whole[..<32] + bigEndian(operations, 4) + bigEndian(memory, 4) + whole[40..<128]
        head += BLAKE2b.digest(Array(head), length: 16)
        world.replace(with: Array(head + whole[Self.indexStart...]))
        #expect(try world.fault() == .damaged(.header))
    }

    @Test("a cost that somebody changed, with a right check, is a wrong passphrase")
    func changedCost() throws {
        let (world, whole) = try sample()
        var head = whole[..<32] + bigEndian(2, 4) + whole[36..<128]
        head += BLAKE2b.digest(Array(head), length: 16)
        world.replace(with: Array(head + whole[Self.indexStart...]))
        #expect(try world.fault() == .wrongPassphrase)
    }

    @Test("files of another kind are told as such")
    func otherKinds() throws {
        let world = try VaultWorld()
        var numbers = SeededGenerator(seed: 3)
        for bytes in [Array("# a text\n".utf8), [UInt8](repeating: 0, count: 4096), numbers.bytes(4096)] {
            world.replace(with: bytes)
            #expect(try world.fault() == .damaged(.start))
        }
    }

    @Test("nothing is written to a file that got damaged since it was unlocked")
    func changeAfterDamage() throws {
        let (world, whole) = try sample()
        let vault = try world.open()
        let damaged = flipped(whole, 200 * 8)
        world.replace(with: damaged)
        #expect(throws: VaultFault.damaged(.index)) { try vault.set("c", secret("1")) }
        #expect(throws: VaultFault.damaged(.index)) { try vault.change(to: passphrase("x"), cost: .least) }
        #expect(world.bytes == damaged)
    }

    @Test("a change of passphrase stops at a damaged value and changes nothing")
    func changeWithDamagedValue() throws {
        let (world, whole) = try sample()
        let damaged = flipped(whole, (Self.recordsStart + Self.recordLength + 100) * 8)
        world.replace(with: damaged)
        let vault = try world.open()
        #expect(throws: VaultFault.damaged(.entry(2))) { try vault.change(to: passphrase("x"), cost: .least) }
        #expect(world.bytes == damaged)
        #expect(try world.open().text("a") == "value of a")
    }

    private func sample() throws -> (VaultWorld, [UInt8]) {
        let world = try VaultWorld()
        let vault = try world.create()
        for name in ["a", "b"] { try vault.set(name, secret("value of \(name)")) }
        let whole = world.bytes
        try #require(whole.count == Self.recordsStart + 2 * Self.recordLength)
        return (world, whole)
    }

    private func flipped(_ bytes: [UInt8], _ bit: Int) -> [UInt8] {
        var bytes = bytes
        bytes[bit / 8] ^= 1 << (bit % 8)
        return bytes
    }

    /// The first 16 bytes, with their right check.
    private func start(version: Int, headerLength: Int) -> [UInt8] {
        let start = Array("tillvlt\n".utf8) + bigEndian(version, 2) + bigEndian(headerLength, 2)
        return start + BLAKE2b.digest(start, length: 16).prefix(4)
    }

    private func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
