import Testing
import Text

@Suite("card numbers are masked")
struct MaskingTests {
    @Test(
        "a card number keeps its last four digits, whatever separates it",
        arguments: [
            ("4111111111111111", "************1111"),
            ("PAN 4111 1111 1111 1111 ok", "PAN **** **** **** 1111 ok"),
            ("4111-1111-1111-1111 12/26", "****-****-****-1111 12/26"),
            ("3782 822463 10005", "**** ****** *0005"),
            ("4\u{A0}1.1-1 1 1 1 1 1 1 1 1 1 1 1 1", "*\u{A0}*.*-* * * * * * * * * 1 1 1 1"),
            ("1234 5678 9012 3456", "**** **** **** 3456"),
            ("４１１１１１１１１１１１１１１１", "************１１１１"),
            ("4000000000000000006", "***************0006"),
            ("4222222222222", "*********2222"),
        ])
    func numbers(_ given: String, _ wanted: String) {
        #expect(Masking.mask(given) == wanted)
    }

    @Test(
        "the rest of a track goes too",
        arguments: [
            (";4111111111111111=25121010000000000?", ";************1111=*****************?"),
            ("%B4111111111111111^DOE/JOHN^2512101?", "%B************1111^****************?"),
            ("4111111111111111D25121010000000000F", "************1111D*****************F"),
            ("41 11 11 11 11 11 11 11 D2 51 21 01", "** ** ** ** ** ** 11 11 D* ** ** **"),
        ])
    func tracks(_ given: String, _ wanted: String) {
        #expect(Masking.mask(given) == wanted)
    }

    @Test("the data objects of number and track are masked in hex")
    func dataObjects() {
        #expect(Masking.mask("5A 07 40 00 00 00 00 00 2F") == "5A 07 ** ** ** ** *0 00 2F")
        let masked = Masking.mask("5713" + "4111111111111111D25121010000000000000F" + "9F2608AABB")
        #expect(masked.hasSuffix("9F2608AABB") && masked.contains("1111D") && !masked.contains("2512"))
    }

    @Test(
        "what is no card number stays",
        arguments: [
            "EUR 1250.00 at 2026-03-10 10:16:10", "serial 123456789012", "8dbd1cf0-1e5f-11ed-861d-0242ac120002",
            "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", "************1111", "TVR 0000008000",
        ])
    func others(_ text: String) {
        #expect(Masking.mask(text) == text)
    }

    @Test("masking twice changes nothing")
    func twice() {
        let once = Masking.mask("a 4111 1111 1111 1111=2512 b 5A084111111111111111")
        #expect(Masking.mask(once) == once)
    }

    @Test("a number by itself is hidden but for four digits, a short one whole")
    func number() {
        #expect(Masking.maskNumber("4111111111111111") == "************1111")
        #expect(Masking.maskNumber("411111") == "******")
    }
}
