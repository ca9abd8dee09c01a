import Acquirer
import Crypto
import Heft
import Simulator
import Testing

@Suite("A virtual reader sells by the default scenario")
struct DefaultScenarioTests {
    @Test("an approved sale goes through every step in order")
    func approved() {
        let host = selling(1050)
        #expect(
            host.seen == [
                "I001 0001 pending false", "R001 001E f", "R020", "R001 0014 t", "R001 0015 t", "R001 0016 t",
                "R001 0019 f", "R001 0024 f", "R001 0020 f", "H000", "R001 0021 f", "H010", "R001 0022 f", "H020",
                "R001 0023 f", "H030", "F001 0001 1 AUTHORISED 1050",
            ])
        #expect(host.desk.ledger.lines == ["SALE AUTHORISED 1050"])
    }

    @Test("1000 is declined by the acquirer and comes with receipts")
    func declined() throws {
        let host = selling(1000)
        #expect(host.seen.last == "F001 0001 2 DECLINED 0")
        #expect(host.desk.ledger.lines == ["SALE DECLINED 1000"])
        let answer = try #require(host.result)
        #expect(answer.transactionID.count == 36)
        #expect(!answer.merchantReceipt.isEmpty && !answer.customerReceipt.isEmpty)
    }

    @Test("2000 is cancelled by the card holder before anything reaches the acquirer")
    func cancelledByCardHolder() throws {
        let host = selling(2000)
        #expect(host.seen.suffix(2) == ["R001 0016 t", "F001 0012 5 CANCELLED 0"])
        #expect(host.desk.ledger.isEmpty)
        let answer = try #require(host.result)
        #expect(answer.transactionID.isEmpty && answer.merchantReceipt.isEmpty && answer.customerReceipt.isEmpty)
    }

    @Test("3000 asks for a signature instead of a PIN; accepted, the merchant's receipt is the signed one")
    func signatureAccepted() throws {
        let host = selling(3000)
        #expect(!host.seen.contains { $0.hasPrefix("R001 0019") || $0.hasPrefix("R001 0024") })
        #expect(host.seen.suffix(4) == ["H030", "R001 001F f", "R010", "F001 0001 1 AUTHORISED 3000"])
        #expect(host.desk.ledger.lines == ["SALE AUTHORISED 3000"])
        let answer = try #require(host.result)
        #expect(answer.merchantReceipt.isEmpty && !answer.customerReceipt.isEmpty)
        #expect(field(answer.xml, "CVM") == "SIGNATURE")
    }

    @Test("a refused signature reverses the sale and says so on the wire")
    func signatureRefused() {
        let host = selling(3000) { $0.verdict = .invalidSignature }
        #expect(host.seen.suffix(2) == ["H030", "F001 0013 2 DECLINED 0"])
        #expect(host.desk.ledger.lines == ["SALE AUTHORISED 3000", "REVERSAL AUTHORISED 3000"])
        #expect(host.desk.ledger.last?.originalID == host.desk.ledger.first?.id)
    }

    @Test("a signature that the till gives up on reverses the sale")
    func signatureGivenUp() {
        let host = selling(3000) { $0.verdict = .processingError }
        #expect(host.seen.last == "F001 0003 5 CANCELLED 0")
        #expect(host.desk.ledger.lines == ["SALE AUTHORISED 3000", "REVERSAL AUTHORISED 3000"])
    }

    @Test("a signature that nobody answers for 90 seconds reverses the sale")
    func signatureUnanswered() {
        var host = selling(3000) { $0.verdict = nil }
        host.wait(.milliseconds(89_999))
        #expect(host.seen.last == "R010")
        host.wait(.milliseconds(1))
        #expect(host.seen.last == "F001 0003 5 CANCELLED 0")
        #expect(host.desk.ledger.lines == ["SALE AUTHORISED 3000", "REVERSAL AUTHORISED 3000"])
    }

    @Test(
        "the till may cancel while the last event that it has acknowledged allows it",
        arguments: [Status.waitingCard, .cardInserted, .applicationSelection])
    func cancelled(at event: Status) {
        let host = selling(1050) { $0.cancelAt = event }
        #expect(host.seen.last == "F001 0025 5 CANCELLED 0")
        #expect(!host.seen.contains { $0.hasPrefix("I011") })
        #expect(host.desk.ledger.isEmpty)
    }

    @Test(
        "a cancel that comes too late changes nothing",
        arguments: [Status.pinInput, .connecting, .sending, .receiving, .disconnecting])
    func cancelledTooLate(at event: Status) {
        let host = selling(1050) { $0.cancelAt = event }
        #expect(host.seen.last == "F001 0001 1 AUTHORISED 1050")
    }

    @Test("a wrong secret ends the sale before the card, with a bare status")
    func wrongSecret() {
        let host = selling(1050) { $0.secret = secret(String(repeating: "0", count: 64)) }
        #expect(host.seen.suffix(3) == ["R001 001E f", "R020", "F001 001D"])
        #expect(host.desk.ledger.isEmpty)
    }

    @Test("the answer echoes amount, currency and reference, with what belongs to escaping escaped")
    func echoes() throws {
        let host = selling(1050, currency: 826, reference: "Tom & <Jerry>")
        let xml = try #require(host.result).xml
        #expect(field(xml, "RequestedAmount") == "1050")
        #expect(field(xml, "Currency") == "826")
        #expect(field(xml, "CustomerReference") == "Tom & <Jerry>")
        #expect(field(xml, "EFTTimestamp") == "20260310101610")
        #expect(!field(xml, "StatusMessage").isEmpty)
    }

    @Test("a currency that nobody knows is refused before the card")
    func unknownCurrency() {
        #expect(selling(1050, currency: 999).seen.last == "F001 000C")
    }

    private func selling(
        _ amount: UInt32, currency: UInt16 = 978, reference: String? = nil,
        _ change: (inout HostDouble) -> Void = { _ in }
    ) -> HostDouble {
        var host = HostDouble(.plain)
        change(&host)
        host.connect()
        host.sell(amount, currency: currency, reference: reference)
        return host
    }
}

extension HostDouble {
    /// The last answer to a finance command that had a payload.
    var result: FinanceAnswer? {
        for case .financeAnswer(_, _, let answer?) in packets.reversed() { return answer }
        return nil
    }
}
