import Glibc
import Payments
import TestKit

/// A counter in a shop: a folder of its own for journal, configuration and secret, and programs that run there.
final class Counter {
    let folder: TemporaryDirectory

    /// - Parameter configuration: the text of `config.yaml`.
    init(_ configuration: String = "demo: {pace: instant}\n") throws {
        folder = try TemporaryDirectory()
        write(configuration, to: "config.yaml")
        write("0102030405060708091011121314151617181920212223242526272829303132\n", to: "secret")
    }

    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// Makes a file that only its owner can read.
    func write(_ text: String, to name: String, mode: mode_t = 0o600) {
        guard let file = fopen(path(name), "w") else { return }
        fputs(text, file)
        fclose(file)
        chmod(path(name), mode)
    }

    func bytes(_ name: String) -> [UInt8] {
        guard let file = fopen(path(name), "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        return bytes
    }

    var environment: [String: String] {
        [
            "HOME": folder.path, "TILL_CONFIG": path("config.yaml"), "TILL_DATA_DIR": path("data"),
            "TILL_SHARE_DIR": Repository.root, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
            "SWIFT_BACKTRACE": "enable=no",
        ]
    }

    /// Starts `till` without a terminal.
    func till(_ arguments: String..., environment changes: [String: String] = [:]) throws -> RunningProgram {
        try RunningProgram(
            BuiltProgram.path("till"), arguments, environment: environment.merging(changes) { $1 })
    }

    /// Starts a sale that tells its course as JSON.
    func sale(_ amount: String, on reader: String, _ more: String...) throws -> RunningProgram {
        let words = ["sale", amount, "GBP", "--json", "--reader", reader, "--secret-file", path("secret")]
        return try RunningProgram(BuiltProgram.path("till"), words + more, environment: environment)
    }

    /// Starts `till` on a terminal.
    func console(_ arguments: String..., rows: Int = 24, columns: Int = 80) throws -> VirtualTerminal {
        try VirtualTerminal(
            BuiltProgram.path("till"), arguments, environment: environment, rows: rows, columns: columns)
    }

    /// What the training journal says, newest first: outcome and minor units.
    func history() throws -> [String] {
        let program = try till("history", "--json", "--environment", "demo")
        guard try program.waitForExit() == 0 else { return [program.errors] }
        return program.objects.map { row in
            "\(row["outcome"]?.stringValue ?? "none") \(row["requestedAmount"]?.integerValue ?? 0)"
        }
    }
}

/// A virtual reader in a process of its own.
final class SimulatedReader {
    let program: RunningProgram
    let uri: String

    init(_ options: String...) throws {
        program = try RunningProgram(
            BuiltProgram.path("till-sim"), ["reader", "--listen", "tcp://127.0.0.1:0"] + options,
            environment: ["LC_ALL": "C.UTF-8", "TILL_SHARE_DIR": Repository.root])
        uri = try program.firstLine()
    }
}

/// A scripted reader in Python, which shares no line of code with the till.
final class ScriptedReader {
    let program: RunningProgram
    let uri: String

    init(_ options: [String], script: String = "heft_reader.py") throws {
        program = try RunningProgram(
            "/usr/bin/python3", [Repository.root + "/Tests/Peers/" + script] + options,
            environment: ["LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"])
        uri = try program.firstLine()
    }
}

extension RunningProgram {
    /// The lines of standard output that are JSON objects.
    var objects: [JSONValue] {
        output.split(separator: "\n").compactMap { try? JSONValue.parse(String($0)) }
    }

    /// The names of the events, in order.
    var events: [String] { objects.compactMap { $0["event"]?.stringValue } }

    /// The last event of a name.
    func last(_ event: String) -> JSONValue? { objects.last { $0["event"]?.stringValue == event } }
}
