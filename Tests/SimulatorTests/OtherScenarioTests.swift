import Acquirer
import Heft
import Simulator
import Testing
import Time

@Suite("Other scenarios, paces and quirks")
struct OtherScenarioTests {
    @Test("quiet approves everything, without a signature", arguments: [1000, 2000, 3000] as [UInt32])
    func quiet(amount: UInt32) {
        let host = selling(amount, .quiet)
        #expect(host.seen.last == "F001 0001 1 AUTHORISED \(amount)")
        #expect(!host.seen.contains("R010"))
    }

    @Test(
        "the demo merchant's amounts",
        arguments: [
            (3779, "F001 0001 2 DECLINED 0"), (3757, "F001 0035 6 PARTIAL_APPROVAL 1878"),
            (3768, "F001 0001 4 FAILED 0"), (2000, "F001 0001 1 AUTHORISED 2000"),
        ] as [(UInt32, String)])
    func demoMerchant(amount: UInt32, answer: String) {
        #expect(selling(amount, .demoMerchant).seen.last == answer)
    }

    @Test(
        "the SDK's amounts lose the link after their time and keep the result",
        arguments: [
            (8005, 5, "F071 0001 1 AUTHORISED 8005 recovered"), (9001, 20, "F071 0001 1 AUTHORISED 9001 recovered"),
            (9003, 120, "F071 0001 1 AUTHORISED 9003 recovered"), (9005, 1, "F071 0001 1 AUTHORISED 9005 recovered"),
            (9006, 1, "F071 0001 2 DECLINED 0 recovered"),
        ] as [(UInt32, Int, String)])
    func sdkLosses(amount: UInt32, seconds: Int, recovered: String) {
        var host = selling(amount, .sdk)
        host.wait(.seconds(seconds) + .milliseconds(-1))
        #expect(host.isOpen)
        host.wait(.milliseconds(1))
        #expect(!host.isOpen)
        host.connect()
        host.fetchPending()
        #expect(host.seen.suffix(2) == ["I001 0001 pending true", recovered])
    }

    @Test("at a human pace every event takes 0.7 seconds")
    func humanPace() {
        var settings = ReaderSettings.plain
        settings.pace = .human
        var host = HostDouble(settings)
        host.connect()
        host.sell(1050)
        #expect(host.seen.last == "R001 001E f")
        #expect(host.reader.nextDeadline == Uptime.zero + .milliseconds(700))
        host.wait(.milliseconds(700))
        #expect(host.seen.last == "R001 0014 t")
        host.wait(.seconds(20))
        #expect(host.seen.last == "F001 0001 1 AUTHORISED 1050")
    }

    @Test("quirks change what they say they change")
    func quirks() throws {
        #expect(field(try #require(selling(1050, .default, [.fourDigitCurrency]).result).xml, "Currency") == "0978")
        #expect(selling(1050, .default, [.wrongAmount]).seen.last == "F001 0001 1 AUTHORISED 1051")
        var host = selling(1050, .default, [.recoverFailed])
        host.fetchPending()
        #expect(host.seen.last == "F071 0001 4 FAILED 0")
    }

    @Test("a host that can't reach the acquirer gets a failed sale, and nothing is owed")
    func notConnected() {
        var host = HostDouble(.plain)
        host.ignored = [.hostConnect]
        host.connect()
        host.sell(1050)
        host.send(.hostConnectAnswer(.connectError))
        #expect(host.seen.last == "F001 0007 4 FAILED 0")
        #expect(!host.reader.isResultPending)
    }

    @Test("a sale whose acquirer's answer is lost says so, and is reversed at the next F070")
    func answerLost() {
        var host = HostDouble(.plain)
        host.ignored = [.hostReceive]
        host.connect()
        host.sell(1050)
        host.send(.hostReceiveAnswer(.receivingError, nil))
        #expect(host.seen.suffix(3) == ["R001 0023 f", "H030", "F001 0009 4 FAILED 0"])
        host.ignored = []
        host.fetchPending()
        #expect(host.seen.last == "F071 0001 5 CANCELLED 0 recovered")
        #expect(host.desk.ledger.lines == ["SALE AUTHORISED 1050", "REVERSAL AUTHORISED 1050"])
    }

    @Test("receipts have the currency's own decimals and the merchant's sign")
    func receipts() throws {
        let cases: [(UInt16, String)] = [(392, "1500 JPY"), (414, "1.500 KWD"), (978, "15.00 EUR")]
        for (currency, text) in cases {
            var host = HostDouble(.plain)
            host.connect()
            host.sell(1500, currency: currency)
            let receipt = String(decoding: try #require(host.result).customerReceipt, as: UTF8.self)
            #expect(receipt.contains("<div class=\"amount_value\">\(text)</div>"))
            #expect(receipt.contains("<img alt=\"Till Demo Café\" src=\"data:image/png;base64,"))
            #expect(receipt.contains("2026-03-10"))
        }
    }

    @Test("the same seed gives the same bytes, another one other GUIDs")
    func seeds() {
        var other = ReaderSettings.plain
        other.seed = 2
        let ids = [ReaderSettings.plain, .plain, other].map { settings in
            var host = HostDouble(settings)
            host.connect()
            host.sell(1050)
            return host.result?.transactionID
        }
        #expect(ids[0] != nil && ids[0] == ids[1] && ids[0] != ids[2])
    }

    private func selling(_ amount: UInt32, _ scenario: Scenario, _ quirks: Set<Quirk> = []) -> HostDouble {
        var settings = ReaderSettings.plain
        settings.quirks = quirks
        var host = HostDouble(settings, scenario: scenario)
        host.connect()
        host.sell(amount)
        return host
    }
}
