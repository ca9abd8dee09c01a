import Payments
import TestKit
import Testing

@Suite("till export")
struct ExportTests {
    @Test("payments are written out oldest first, with the result's keys and the till's")
    func export() throws {
        let counter = try Counter()
        for amount in ["12.34", "10.00"] {
            _ = try counter.till("sale", amount, "GBP", "--reader", "demo:default").waitForExit()
        }
        let export = try counter.till("export", "--format", "json", "--environment", "demo")
        #expect(try export.waitForExit() == 0)
        let rows = export.objects
        #expect(rows.map { $0["requestedAmount"]?.integerValue } == [1234, 1000])
        #expect(rows.map { $0["outcome"]?.stringValue } == ["approved", "declined"])
        #expect(rows.allSatisfy { $0["event"] == nil && $0["training"]?.boolValue == true })
        #expect(rows.allSatisfy { $0["reader"]?.stringValue == "demo:default" && $0["at"] != nil })
        #expect(rows.first?["finStatus"]?.stringValue == "AUTHORISED")
    }

    @Test("a day is the whole of it here, and its ends belong to it")
    func days() throws {
        let counter = try Counter()
        _ = try counter.till("sale", "12.34", "GBP", "--reader", "demo:default").waitForExit()
        let zone = ["TZ": "UTC"]
        let all = try counter.till("export", "--format", "json", "--environment", "demo", environment: zone)
        #expect(try all.waitForExit() == 0)
        let moment = try #require(all.objects.first?["at"]?.stringValue)
        let day = String(moment.prefix(10))
        func count(_ from: String, _ to: String) throws -> Int {
            let part = try counter.till(
                "export", "--format", "json", "--environment", "demo", "--from", from, "--to", to, environment: zone)
            #expect(try part.waitForExit() == 0)
            return part.objects.count
        }
        #expect(try count(day, day) == 1)
        #expect(try count(moment, moment) == 1)
        #expect(try count("2020-01-01", "2020-12-31") == 0)
    }

    @Test("before the first payment there is nothing, and no fault")
    func nothing() throws {
        let export = try Counter().till("export", "--format", "json")
        #expect(try export.waitForExit() == 0)
        #expect(export.output.isEmpty && export.errors.isEmpty)
    }

    @Test(
        "what is no date, and a form that is not there yet, are refused",
        arguments: [["--from", "30.11.2026"], ["--to", "2026-02-30"]])
    func refused(_ words: [String]) throws {
        let counter = try Counter()
        let program = try RunningProgram(
            BuiltProgram.path("till"), ["export", "--format", "json"] + words, environment: counter.environment)
        #expect(try program.waitForExit() == 2)
        #expect(program.errors.contains(words[1]))
        #expect(try counter.till("export", "--format", "csv").waitForExit() == 2)
        #expect(try counter.till("export").waitForExit() == 2)
    }

    @Test("a full disk is told")
    func fullDisk() throws {
        let counter = try Counter()
        _ = try counter.till("sale", "12.34", "GBP", "--reader", "demo:default").waitForExit()
        let till = BuiltProgram.path("till")
        let program = try RunningProgram(
            "/bin/sh", ["-c", "exec \(till) export --format json --environment demo > /dev/full"],
            environment: counter.environment)
        #expect(try program.waitForExit() == 1)
        #expect(!program.errors.isEmpty)
    }
}
