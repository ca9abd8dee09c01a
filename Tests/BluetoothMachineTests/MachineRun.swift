import Doubles
import Payments
import TestKit
import Testing

/// What happened in one run of a machine: the facts of each scenario, by its name.
struct MachineRun {
    private let scenarios: [String: JSONValue]
    private let failure: String?

    /// The host of an emulated machine may have other work: five times the figure that is to be reached is the bound.
    static let slack: Int64 = 5

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// One that could not be.
    init(failure: String) {
        (scenarios, self.failure) = ([:], failure)
    }

    /// Runs and waits. Machines are emulated and share the host: everything takes several times what it usually does.
    init(_ words: [String], within limit: Duration = .seconds(600)) {
        do {
            let program = try RunningProgram(
                "/usr/bin/env", ["python3", Self.folder + "/machine"] + words,
                environment: ["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C.UTF-8"])
            let status = try program.waitForExit(within: limit)
            let told = program.output.split(separator: "\n").compactMap { try? JSONValue.parse(String($0)) }
            scenarios = Dictionary(told.map { ($0["scenario"]?.stringValue ?? "", $0) }) { $1 }
            failure = status == 0 ? nil : "status \(status)\n\(program.output)\n\(program.errors)"
        } catch {
            (scenarios, failure) = ([:], String(describing: error))
        }
    }

    /// One machine with this many controllers runs a script of `scenarios` with till, till-sim and the probe.
    static func single(
        _ script: String, adapters: Int, _ arguments: String..., in lane: MachineLane
    ) -> Task<MachineRun, Never> {
        lane.run(
            ["run", "--adapters", String(adapters), "--timeout", "500"] + files(script)
                + (arguments.isEmpty ? [] : ["--"] + arguments))
    }

    /// Two machines over the air.
    static func pair(_ peer: String, _ script: String, in lane: MachineLane) -> Task<MachineRun, Never> {
        lane.run(["pair", "--agent", "none", "--timeout", "500"] + files(peer) + ["--"] + files(script))
    }

    private static var folder: String { Repository.root + "/Tests/Machine" }

    private static func files(_ script: String) -> [String] {
        [folder + "/scenarios/\(script)", folder + "/scenarios/counter.py"]
            + ["till", "till-sim", "radio-probe"].map(BuiltProgram.path)
    }

    /// - Throws: what went wrong in the scenario, or why there is no machine.
    func facts(_ scenario: String) throws -> JSONValue {
        guard let told = scenarios[scenario] else {
            throw Failure(description: failure ?? "the scenario “\(scenario)” was not told")
        }
        if let error = told["error"]?.stringValue { throw Failure(description: error) }
        return told["facts"] ?? .null
    }
}

extension JSONValue {
    var texts: [String] { elements.compactMap(\.stringValue) }
    var numbers: [Int64] { elements.compactMap(\.integerValue) }

    /// How a sale ended, in one word: its outcome, or the code of what prevented it.
    var end: String? { self["outcome"]?.stringValue ?? self["code"]?.stringValue }
}
