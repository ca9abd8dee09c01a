import Glibc
import Payments
import TestKit
import Testing

@Suite("till certify and the till's log")
struct CertifyTests {
    @Test("prints every item with its evidence, and passes")
    func passes() throws {
        let till = try Counter().till("certify", "--json")
        #expect(try till.waitForExit() == 0)
        #expect(Set(till.events) == ["certify"] && till.objects.count == 10)
        for item in till.objects {
            #expect(item["passed"]?.boolValue == true, "\(item["item"]?.stringValue ?? "")")
            #expect(item["evidence"]?.elements.isEmpty == false)
        }
    }

    @Test("speaks every language", arguments: ["en", "fr", "it", "es"])
    func words(_ language: String) throws {
        let till = try Counter().till("certify", "--locale", language)
        #expect(try till.waitForExit() == 0)
        #expect(!till.output.contains("certify."))
        #expect(till.output.contains("journal row 1: intent"))
    }

    private static let log = ".local/state/till/log/till.log"

    private func lines(_ counter: Counter, _ name: String = log) -> [Substring] {
        String(decoding: counter.bytes(name), as: UTF8.self).split(separator: "\n")
    }

    @Test("every result is one line of the log, for its owner alone, without a token")
    func log() throws {
        let counter = try Counter()
        for amount in ["12.34", "10.00"] {
            _ = try counter.till("sale", amount, "GBP", "--reader", "demo:default", "--tokenize").waitForExit()
        }
        let lines = lines(counter)
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains(" result finStatus=") && $0.hasSuffix(" training=true") })
        #expect(lines[0].contains(" outcome=approved ") && lines[1].contains(" outcome=declined "))
        #expect(!lines.contains { $0.lowercased().contains("token=") || $0.contains("CardToken") })
        var status = stat()
        #expect(stat(counter.path(Self.log), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("a long log is put aside, and five old ones are kept")
    func rotation() throws {
        let counter = try Counter()
        _ = try counter.till("sale", "12.34", "GBP", "--reader", "demo:default").waitForExit()
        let old = String(repeating: "x", count: 1 << 20)
        for number in 1...5 { counter.write("\(number)", to: "\(Self.log).\(number)") }
        counter.write(old, to: Self.log)
        _ = try counter.till("sale", "12.35", "GBP", "--reader", "demo:default").waitForExit()
        #expect(lines(counter).count == 1)
        #expect(counter.bytes("\(Self.log).1").count == 1 << 20)
        #expect(lines(counter, "\(Self.log).5") == ["4"])
        #expect(counter.bytes("\(Self.log).6").isEmpty)
    }

    @Test("the support archive has the log")
    func bundle() throws {
        let counter = try Counter()
        _ = try counter.till("sale", "12.34", "GBP", "--reader", "demo:default").waitForExit()
        let till = try counter.till("support-bundle", counter.path("support.tar.gz"), "--yes")
        #expect(try till.waitForExit() == 0)
        #expect(till.output.contains("log/till.log") || till.errors.contains("log/till.log"))
    }
}
