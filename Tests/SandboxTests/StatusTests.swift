import Acquirer
import Payments
import Sandbox
import TestKit
import Testing

@Suite("The status of a reference")
struct StatusTests {
    @Test("has amounts as numbers in minor units, and the time as text")
    func shape() throws {
        let world = try SandboxWorld()
        world.sell(1410)
        let status = world.status()
        #expect(status.status == 200)
        #expect(status["finStatus"] == "AUTHORISED" && status["type"] == "SALE" && status["currency"] == "EUR")
        #expect(status["requestedAmount"] == 1410 && status["totalAmount"] == 1410 && status["tipAmount"] == 0)
        #expect(status["efttimestamp"] == "20260310101610000")
        #expect(status["transactionID"] == "a" && status["efttransactionID"] == "a")
        #expect(status["transactionReference"]?.stringValue == SandboxWorld.reference)
        #expect(status["deviceStatus"]?["serialNumber"]?.stringValue == SandboxWorld.serialNumber)
        #expect(status["authorisationCode"]?.stringValue?.utf8.count == 5)
    }

    @Test("has the time as a number where it is set so")
    func milliseconds() throws {
        let world = try SandboxWorld { $0.timeForm = .milliseconds }
        world.sell(1410)
        #expect(world.status()["efttimestamp"] == 1_773_137_770_000)
    }

    @Test("has every member that a result has")
    func members() throws {
        let world = try SandboxWorld()
        world.sell(1410)
        let names = Set(world.status().json.members.map(\.name))
        let wanted = """
            aid arc iad tsi tvr authorisationCode balance budgetNumber cardEntryType cardHolderName
            cardLanguagePreference cardSchemeName cardToken cardTypeId chipTransactionReport currency customerReceipt
            merchantReceipt customerReference dueAmount efttimestamp efttransactionID transactionID
            originalEFTTransactionID errorMessage expiryDateMMYY finStatus issuerResponseCode maskedCardNumber
            merchantAddress merchantName mid tid paymentScenario requestedAmount rrn signatureUrl statusMessage
            tenderType tipAmount tipPercentage totalAmount transactionOrigin transactionReference type unMaskedPan
            verificationMethod recoveredTransaction deviceStatus
            """
        #expect(names == Set(wanted.split(whereSeparator: \.isWhitespace).map(String.init)))
    }

    @Test(
        "says what the issuer said",
        arguments: [
            (3779, "DECLINED", "01"), (3784, "DECLINED", "05"), (3793, "DECLINED", "04"), (3768, "FAILED", ""),
        ] as [(Int64, String, String)])
    func refused(amount: Int64, finStatus: String, issuer: String) throws {
        let world = try SandboxWorld(.demoMerchant)
        world.sell(amount)
        #expect(world.status()["finStatus"]?.stringValue == finStatus)
        #expect(world.status()["issuerResponseCode"]?.stringValue == issuer)
        #expect(world.status()["totalAmount"] == 0 && world.status()["requestedAmount"] == .integer(amount))
    }

    @Test("of a partial approval says what is still due")
    func partial() throws {
        let world = try SandboxWorld(.demoMerchant)
        world.sell(3757)
        #expect(world.status()["finStatus"] == "PARTIAL_APPROVAL")
        #expect(world.status()["totalAmount"] == 1878 && world.status()["dueAmount"] == 1879)
    }

    @Test("shows the sale as it is now, and what followed as it was decided")
    func reversed() throws {
        let world = try SandboxWorld()
        world.sell(1410)
        #expect(world.post("/reversal", ["originalGuid": "a"]).status == 200)
        let all = world.status("all").json.elements
        #expect(all.compactMap { $0["finStatus"]?.stringValue } == ["CANCELLED", "AUTHORISED"])
        #expect(all.compactMap { $0["type"]?.stringValue } == ["SALE", "REVERSAL"])
        #expect(all.last?["originalEFTTransactionID"] == "a")
    }

    @Test("is cancelled once a reader has voided the sale, refunded once nothing is left of it")
    func byReader() throws {
        let voided = try SandboxWorld()
        voided.sell(1410)
        voided.decide(.voidSale, 1410, id: "v", of: "a")
        #expect(voided.status()["finStatus"] == "CANCELLED")
        let refunded = try SandboxWorld()
        refunded.sell(1410)
        refunded.decide(.refund, 410, id: "r1", of: "a")
        #expect(refunded.status()["finStatus"] == "AUTHORISED")
        refunded.decide(.refund, 900, id: "r2", of: "a")
        refunded.decide(.refund, 100, id: "r3", of: "a")
        #expect(refunded.status()["finStatus"] == "REFUNDED")
    }

    @Test("is chosen by a selector")
    func selectors() throws {
        let world = try SandboxWorld()
        world.sell(1000, id: "declined")
        world.sell(1410, id: "second")
        func id(_ selector: String) -> String? { world.status(selector)["transactionID"]?.stringValue }
        #expect(id("") == "declined" && id("first") == "declined" && id("1") == "declined")
        #expect(id("last") == "second" && id("2") == "second")
        #expect(["0", "3", "-1", "none"].map { world.status($0).status } == [404, 404, 404, 404])
    }

    @Test("of a reference that nobody knows is 404, or undefined where it is set so")
    func unknown() throws {
        #expect(try SandboxWorld().status().status == 404)
        let other = try SandboxWorld { $0.unknownReference = .undefined }
        #expect(other.status().status == 200 && other.status()["finStatus"] == "UNDEFINED")
        #expect(other.status("all").json.elements.count == 1)
    }

    @Test("is asked for by a UUID of version 4", arguments: ["a", "5f0c2b10-e896-11f0-9d57-9b6b0f0a2c01"])
    func badReference(reference: String) throws {
        let reply = try SandboxWorld().get("/transactions/\(reference)/status")
        #expect(reply.status == 400)
        #expect(reply["error"]?["message"] == "TransactionReference with wrong uuidv4 format")
    }
}

@Suite("The reporting feed")
struct FeedTests {
    @Test("lists a reader's transactions of a time, oldest first")
    func range() throws {
        let world = try SandboxWorld()
        for id in ["a", "b", "c"] {
            world.sell(1410, id: id)
            world.clock.advance(by: .seconds(60))
        }
        func ids(_ query: [String: String]) -> [String] {
            var query = query
            query["terminal_serial_number"] = SandboxWorld.serialNumber
            return world.get("/transactions", query: query).json.elements.compactMap {
                $0["transactionID"]?.stringValue
            }
        }
        #expect(ids([:]) == ["a", "b", "c"])
        #expect(ids(["from": "2026-03-10T10:17:10.000Z"]) == ["b", "c"])
        #expect(ids(["from": "20260310101710", "to": "20260310101710"]) == ["b"])
        #expect(ids(["to": "20260309"]) == [])
    }

    @Test("needs a serial number, times in UTC and a key of its own header")
    func refused() throws {
        let world = try SandboxWorld()
        #expect(world.get("/transactions").status == 422)
        let query = ["terminal_serial_number": "1", "from": "2026-03-10T10:17:10+01:00"]
        #expect(world.get("/transactions", query: query).status == 422)
        let request = SandboxRequest(
            "GET", "/transactions", query: ["terminal_serial_number": "1"], headers: ["ApiKeyCloud": SandboxWorld.key])
        #expect(world.sandbox.answer(request).status == 403)
    }
}
