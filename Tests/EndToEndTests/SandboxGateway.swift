import Payments
import TestKit

/// A gateway with its acquirer, in a process of their own.
final class SandboxGateway {
    let program: RunningProgram
    let url: String
    let acquirer: String

    init(_ options: String...) throws {
        program = try RunningProgram(
            BuiltProgram.path("till-sim"),
            ["gateway", "--listen", "127.0.0.1:0", "--acquirer", "127.0.0.1:0"] + options,
            environment: ["LC_ALL": "C.UTF-8"])
        url = try program.firstLine()
        // A line goes out whole.
        try program.wait(for: "acquirer ")
        let lines = program.output.split(separator: "\n")
        acquirer = lines.dropFirst().first?.split(separator: " ").last.map(String.init) ?? ""
    }

    func ask(
        _ path: String, _ options: String..., key: String = "SANDBOX-SANDBOX-SANDBOX-SANDBOX"
    ) throws -> JSONValue {
        let curl = try RunningProgram(
            "/usr/bin/curl", ["-s", "-H", "ApiKeyCloud: \(key)"] + options + [url + path], environment: [:])
        _ = try curl.waitForExit()
        return (try? JSONValue.parse(curl.output)) ?? .null
    }
}
