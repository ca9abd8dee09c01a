import Glibc

/// A small server of one of the tests: a Python program that prints its port when it is ready. Ends with this.
public final class LocalServer: Sendable {
    public let port: UInt16
    private let process: pid_t

    /// - Parameter program: Python that listens on 127.0.0.1 and prints the port with a line end.
    public init(_ program: String, arguments: [String] = []) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemFailure(code: errno) }
        process = spawn(["/usr/bin/python3", "-c", program] + arguments, output: ends[1])
        close(ends[1])
        defer { close(ends[0]) }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        guard let port = UInt16(String(decoding: line, as: UTF8.self)) else { throw SystemFailure(code: ECHILD) }
        self.port = port
    }

    deinit {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }
}
