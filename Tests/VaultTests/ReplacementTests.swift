import Crypto
import TestKit
import Testing
import Vault

@testable import Files

@Suite("The power goes while a credential file is written")
struct ReplacementTests {
    private static let whole = ["credentials.till", "credentials.till.lock"]

    @Test("before any step of it, the file has the old or the new content, and the next write leaves nothing behind")
    func everyStep() throws {
        for step in Replacement.Step.allCases {
            let (world, old, new) = try contents()
            world.replace(with: old)
            try Replacement(of: world.path, with: new).run(stoppingBefore: step)
            let isSwapped = step == .readBack || step == .forget
            #expect(world.bytes == (isSwapped ? new : old), "before \(step)")
            let vault = try world.open()
            #expect(try vault.text("a") == (isSwapped ? "new" : "old"), "before \(step)")
            try vault.set("b", secret("next"))
            #expect(try world.open().verify() == 2, "before \(step)")
            #expect(FileBytes.names(in: world.folder.path) == Self.whole, "before \(step)")
        }
    }

    @Test("before any step of the first write, there is no file or a whole one")
    func firstWrite() throws {
        for step in Replacement.Step.allCases {
            let (world, _, new) = try contents()
            #expect(shell("rm '\(world.path)'") == 0)
            try Replacement(of: world.path, with: new).run(stoppingBefore: step)
            guard step == .readBack || step == .forget else {
                #expect(try world.fault() == .file(.missing), "before \(step)")
                try world.create().set("b", secret("next"))
                #expect(FileBytes.names(in: world.folder.path) == Self.whole, "before \(step)")
                continue
            }
            #expect(try world.open().text("a") == "new", "before \(step)")
        }
    }

    @Test("after two cuts in a row the file is still whole")
    func twoCuts() throws {
        for first in Replacement.Step.allCases {
            for second in Replacement.Step.allCases {
                let (world, old, new) = try contents()
                world.replace(with: old)
                try Replacement(of: world.path, with: new).run(stoppingBefore: first)
                try Replacement(of: world.path, with: new).run(stoppingBefore: second)
                #expect(world.bytes == old || world.bytes == new, "\(first), \(second)")
                try Replacement(of: world.path, with: new).run()
                #expect(world.bytes == new)
                #expect(FileBytes.names(in: world.folder.path) == Self.whole, "\(first), \(second)")
            }
        }
    }

    @Test("the previous content stands beside the new one until that has been read back")
    func previous() throws {
        let (world, old, new) = try contents()
        world.replace(with: old)
        try Replacement(of: world.path, with: new).run(stoppingBefore: .forget)
        #expect(FileBytes.read(world.path + ".previous") == old)
        #expect(FileBytes.mode(world.path + ".previous") == 0o600)
    }

    @Test("half of a new content is overwritten by the next write", arguments: [0, 1, 143, 1000])
    func torn(length: Int) throws {
        let (world, old, new) = try contents()
        world.replace(with: old)
        FileBytes.write(Array(new.prefix(length)), to: world.path + ".new")
        let vault = try world.open()
        #expect(try vault.text("a") == "old")
        try vault.set("a", secret("next"))
        #expect(try world.open().text("a") == "next")
        #expect(FileBytes.names(in: world.folder.path) == Self.whole)
    }

    @Test("a folder in the place of the new content is a fault, and the old content stays")
    func folderInPlace() throws {
        let (world, old, _) = try contents()
        world.replace(with: old)
        let vault = try world.open()
        #expect(shell("mkdir '\(world.path).new'") == 0)
        #expect(throws: VaultFault.file(.notRegular)) { try vault.set("a", secret("next")) }
        #expect(world.bytes == old)
    }

    /// A file with `a` = `old`, and what it is after that was set to `new`.
    private func contents() throws -> (VaultWorld, old: [UInt8], new: [UInt8]) {
        let world = try VaultWorld()
        let vault = try world.create()
        try vault.set("a", secret("old"))
        let old = world.bytes
        try vault.set("a", secret("new"))
        return (world, old, world.bytes)
    }
}
