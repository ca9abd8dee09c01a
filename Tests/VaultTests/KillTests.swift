import Glibc
import TestKit
import Testing

@Suite("A writer of the credential file is killed")
struct KillTests {
    @Test("100 times at a random moment: the file always has the old or the new value")
    func hundredKills() throws {
        let folder = try TemporaryDirectory()
        let program = BuiltProgram.path("vault-kill")
        let status = shell("'\(program)' run '\(folder.path)/credentials.till' 100 >'\(folder.path)/report'")
        let report = String(decoding: FileBytes.read(folder.path + "/report"), as: UTF8.self)
        #expect(status == 0)
        #expect(report.contains("kills 100"))
        #expect(report.contains("wrong 0"))
        #expect(!report.contains("writes 0"))
        #expect(FileBytes.names(in: folder.path) == ["credentials.till", "credentials.till.lock", "report"])
    }
}
