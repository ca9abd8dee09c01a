import Glibc
import TestKit
import Testing

/// The real `till-sim` on a real socket, against the scripted till in Python, which shares no line of code with it and
/// judges how the reader keeps the link's rules.
@Suite("till-sim and a till that somebody else wrote", .serialized)
struct PeerTests {
    @Test(
        "a sale leaves nothing to complain about",
        arguments: [
            "--amount 1050 --reference 'A & B'", "--amount 3000 --signature decline", "--amount 1050 --cancel-at 0015",
            "--amount 1500 --currency 392 --secret \(String(repeating: "00", count: 32))",
        ])
    func sale(options: String) throws {
        let program = try Program("reader --listen tcp://127.0.0.1:0")
        #expect(program.peer(options) == 0)
        #expect(program.stop() == 0)
    }

    @Test("a till that dies after the acquirer has answered finds the result at its next start")
    func recovery() throws {
        let program = try Program("reader --listen pty:")
        #expect(program.peer("--die-at H030") == 2)
        #expect(program.peer("--only-pending") == 0)
        #expect(program.stop() == 0)
    }

    @Test("a pinpad leaves nothing to complain about, from the first question to the end of the day")
    func pinpad() throws {
        let program = try Program("reader --protocol datecs --listen tcp://127.0.0.1:0")
        #expect(program.uri.hasSuffix("?protocol=datecs"))
        #expect(program.peer(script: "datecs_host.py", "") == 0)
        #expect(program.stop() == 0)
    }

    @Test("a pinpad on a pty sells")
    func pinpadOnPty() throws {
        let program = try Program("reader --protocol datecs --listen pty: --quirks silent-screen,split-request")
        #expect(program.peer(script: "datecs_host.py", "--only info,sale,declined") == 0)
        #expect(program.stop() == 0)
    }

    @Test(
        "a wrong command line ends with 2",
        arguments: [
            "", "gateway", "reader", "reader --listen foo:", "reader --listen rfcomm:31",
            "reader --protocol datecs --listen pty: --quirks scanner", "reader --listen pty: --scenario none",
            "reader --protocol datecs --listen pty: --serial 1", "reader --listen pty: --currency none",
            "reader --listen pty: --quirks none", "reader --listen pty: --faults none",
            "reader --listen pty: --seed -1", "reader --listen pty: --acquirer here",
            "reader --listen pty: --secret-file /dev/null", "reader --listen pty: --ledger /nowhere/ledger",
        ])
    func usage(options: String) {
        #expect(shell("exec '\(Program.path)' \(options)") == 2)
    }
}

/// A running `till-sim`.
private final class Program {
    /// Beside the test bundle.
    static let path: String = {
        guard let own = realpath("/proc/self/exe", nil) else { return "" }
        defer { free(own) }
        let folder = String(cString: own).split(separator: "/").dropLast()
        return "/" + folder.joined(separator: "/") + "/till-sim"
    }()

    private let output: UnsafeMutablePointer<FILE>
    private let process: pid_t
    let uri: String

    init(_ options: String) throws {
        let command = "echo $$; exec '\(Self.path)' \(options)"
        output = try #require(popen(command, "r"))
        process = try #require(Self.line(output).flatMap { pid_t($0) })
        uri = try #require(Self.line(output))
    }

    /// Runs the scripted till. - Returns: its exit status; 1 where the reader broke a rule.
    func peer(script: String = "heft_host.py", _ options: String) -> Int32 {
        shell("exec python3 '\(Repository.root)/Tests/Peers/\(script)' --reader '\(uri)' \(options)")
    }

    /// - Returns: the program's exit status.
    func stop() -> Int32 {
        kill(process, SIGTERM)
        let status = pclose(output)
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }

    private static func line(_ file: UnsafeMutablePointer<FILE>) -> String? {
        var bytes = [CChar](repeating: 0, count: 512)
        guard fgets(&bytes, Int32(bytes.count), file) != nil else { return nil }
        let line = bytes.prefix { $0 != 0 && $0 != CChar(0x0A) }.map(UInt8.init(bitPattern:))
        return String(decoding: line, as: UTF8.self)
    }
}
