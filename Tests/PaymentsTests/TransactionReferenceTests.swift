import Payments
import Testing

@Suite("Transaction references")
struct TransactionReferenceTests {
    /// Computed by an independent Python snippet: the UUID as 128 binary digits, those of version and variant cut out,
    /// "000" appended, every five looked up in Crockford's alphabet.
    @Test(
        "the customer reference is the 122 random bits in base32",
        arguments: [
            ("00000000-0000-4000-8000-000000000000", "0000000000000000000000000"),
            ("ffffffff-ffff-4fff-bfff-ffffffffffff", "ZZZZZZZZZZZZZZZZZZZZZZZZR"),
            ("01234567-89ab-4cde-8f01-23456789abcd", "04HMASW9NF6Y7G28T5CY4TQK8"),
            ("f47ac10b-58cc-4372-a567-0e02b2c3d479", "YHXC22TRSGVJJPE3G2PB1X8Y8"),
        ])
    func customerReference(uuid: String, expected: String) throws {
        let reference = try #require(TransactionReference(uuid))
        #expect(reference.customerReference == expected)
        #expect(reference.customerReference.utf8.count == 25)
        #expect(TransactionReference.found(inCustomerReference: expected) == reference)
    }

    @Test(
        "a customer reference of the merchant's own is no transaction reference",
        arguments: [
            "", "ORDER 4711", "04HMASW9NF6Y7G28T5CY4TQK9", "04hmasw9nf6y7g28t5cy4tqk8", "04HMASW9NF6Y7G28T5CY4TQK",
            "U4HMASW9NF6Y7G28T5CY4TQK8", "04HMASW9NF6Y7G28T5CY4TQK８",
        ])
    func merchantsOwn(text: String) {
        #expect(TransactionReference.found(inCustomerReference: text) == nil)
    }

    @Test("the text form comes back in lower case, whatever the case it was written in")
    func text() throws {
        let uuid = "f47ac10b-58cc-4372-a567-0e02b2c3d479"
        #expect(TransactionReference(uuid)?.text == uuid)
        #expect(TransactionReference(uuid.uppercased())?.text == uuid)
    }

    @Test("random bytes get version and variant, and stay otherwise")
    func random() {
        #expect(
            TransactionReference(random: Array(repeating: 0xFF, count: 16)).text
                == "ffffffff-ffff-4fff-bfff-ffffffffffff")
        #expect(TransactionReference(random: []).text == "00000000-0000-4000-8000-000000000000")
        #expect(TransactionReference(random: Array(0...99)).text == "00010203-0405-4607-8809-0a0b0c0d0e0f")
    }

    @Test(
        "what is no version 4 UUID is nil",
        arguments: [
            "", "f47ac10b-58cc-1372-a567-0e02b2c3d479", "f47ac10b-58cc-4372-c567-0e02b2c3d479",
            "f47ac10b58cc4372a5670e02b2c3d479", "f47ac10b-58cc-4372-a567-0e02b2c3d47",
            "g47ac10b-58cc-4372-a567-0e02b2c3d479",
            "{f47ac10b-58cc-4372-a567-0e02b2c3d479}", "f47ac10b-58cc-4372-a567-0e02b2c3d47９",
        ])
    func refused(text: String) {
        #expect(TransactionReference(text) == nil)
    }
}
