import TestKit
import Testing
import Text

@Suite("card numbers are masked in every encoding")
struct MaskingEncodingTests {
    @Test(
        "track 2 and the number's data object are hidden in every spelling of hex",
        arguments: [
            ("57 13 47 61 73 90 01 01 01 19 D2 51 22 01", "** ** ** ** ** ** ** ** 01 19 D* ** ** **"),
            ("4761739001010119D25122011234567F", "************0119D**************F"),
            ("47:61:73:90:01:01:01:19:d2:51", "**:**:**:**:**:**:01:19:d*:**"),
            ("04 76 17 39 00 10 10 11 9D 25 12", "** ** ** ** ** ** *0 11 9D ** **"),
            ("A4 76 17 39 00 10 10 11 9F", "A* ** ** ** ** ** *0 11 9F"),
            ("5A0A 4761 7390 0101 0119 FFFF", "5A0A **** **** **** 0119 FFFF"),
            ("5A0A47617390010101199999FFFF", "5A0A****************9999FFFF"),
            ("0x47, 0x61, 0x73, 0x90, 0x01, 0x01, 0x01, 0x19", "0x**, 0x**, 0x**, 0x**, 0x**, 0x**, 0x01, 0x19"),
            ("47617390 01010119", "******** ****0119"),
        ])
    func packed(_ given: String, _ wanted: String) {
        #expect(Masking.mask(given) == wanted)
    }

    @Test(
        "the codes of a number's digits are hidden",
        arguments: [
            ("34373631373339303031303130313139", "****************************3139"),
            ("F34373631373339303031303130313139", "F****************************3139"),
            ("34 37 36 31 37 33 39 30  30 31 30 31 30 31 31 39", "** ** ** ** ** ** ** **  ** ** ** ** *0 31 31 39"),
            (
                "34 00 37 00 36 00 31 00 37 00 33 00 39 00 30 00 30 00 31 00 30 00 31 00 30 00 31 00 31 00 39",
                "** ** ** ** ** ** ** ** ** ** ** ** ** ** ** ** ** ** ** ** ** ** ** ** ** ** ** ** 31 00 39"
            ),
            ("%34%37%36%31%37%33%39%30%30%31%30%31%30%31%31%39", "************************************%30%31%31%39"),
            ("4761%207390+0101%C2%A00119", "****%20****+****%C2%A00119"),
            ("%2534%2537617390010101%2531%2539", "********************01%2531%2539"),
            (#"{"n":"\u0034\u0037617390\/01010119"}"#, #"{"n":"******************\/****0119"}"#),
            ("4761&nbsp;7390&#160;0101&#x20;0119", "****&nbsp;****&#160;****&#x20;0119"),
            (
                "<td>4761</td><td>7390</td><td>0101</td><td>0119</td>",
                "<td>****</td><td>****</td><td>****</td><td>0119</td>"
            ),
        ])
    func codes(_ given: String, _ wanted: String) {
        #expect(Masking.mask(given) == wanted)
    }

    @Test("a number over the end of a dump's line is hidden, in the characters beside it too")
    func dump() {
        let masked = Masking.mask(
            """
            00000000  50 41 4e 20 20 20 34 37  36 31 37 33 39 30 30 31  |PAN   4761739001|
            00000010  30 31 30 31 31 39 0a                              |010119.|
            """)
        #expect(
            masked == """
                00000000  50 41 4e 20 20 20 ** **  ** ** ** ** ** ** ** **  |***   **********|
                00000010  ** ** *0 31 31 39 0a                              |******.|
                """)
    }

    @Test("anything may separate the digits", arguments: 0..<40)
    func separators(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let separators = [
            " ", "-", ".", "/", "_", "\u{A0}", "\u{202F}", "\u{2009}", "\u{3000}", "\u{2013}", "\u{2212}", "\u{200B}",
            "\u{2060}", "\u{FEFF}", " - ", "\u{B7}", "",
        ]
        let sets: [[String]] = [
            "0123456789".map(String.init), "０１２３４５６７８９".map(String.init), "٠١٢٣٤٥٦٧٨٩".map(String.init),
        ]
        for _ in 0..<25 {
            let planted = Planted(PAN.random(&random), &random) { digit, random in
                (
                    separators[Int.random(in: 0..<separators.count, using: &random)],
                    sets[Int.random(in: 0..<3, using: &random)][digit]
                )
            }
            #expect(planted.isHidden, "\(planted.masked)")
        }
    }

    @Test("digits may stand as any of their codes", arguments: 0..<20)
    func anyCodes(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let spellings: [(Int) -> String] = [
            { String($0) }, { "%3\($0)" }, { "\\u003\($0)" }, { "\\x3\($0)" }, { "&#\(48 + $0);" }, { "&#x3\($0);" },
        ]
        for _ in 0..<25 {
            let planted = Planted(PAN.random(&random), &random) { digit, random in
                ("", spellings[Int.random(in: 0..<spellings.count, using: &random)](digit))
            }
            #expect(planted.isHidden, "\(planted.masked)")
        }
    }

    @Test(
        "hex of the codes may have anything between the bytes",
        arguments: ["", " ", ":", "  ", "-", ", ", ", 0x", "\\x"])
    func spacedCodes(_ separator: String) {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<50 {
            let planted = Planted(PAN.random(&random), &random) { digit, _ in (separator, "3\(digit)") }
            #expect(planted.isHidden, "\(planted.masked)")
        }
    }

    @Test("packed digits are hidden at both half bytes of a column", arguments: [2, 4, 8], [" ", ":", "-", "  "])
    func columns(_ width: Int, _ separator: String) {
        var random = SeededGenerator(seed: 11)
        for shift in 0..<50 {
            let digits = (shift % 2 == 0 ? "" : "E") + PAN.random(&random).map(String.init).joined() + "D2512F"
            let padded = digits + String(repeating: "F", count: (width - digits.count % width) % width)
            let masked = Masking.mask(padded.inGroups(of: width).joined(separator: separator))
            let left = masked.filter { !separator.contains($0) }.drop { $0 == "E" }.prefix { $0 != "D" }
            #expect(left.dropLast(4).allSatisfy { $0 == "*" }, "\(masked)")
        }
    }

    @Test("base64 with a number in it is hidden whole", arguments: 0..<3, [0, 4, 19, 64])
    func base64(_ phase: Int, _ width: Int) {
        var random = SeededGenerator(seed: UInt64(phase))
        for round in 0..<40 {
            let number = PAN.random(&random)
            let digits = number.map { String($0) }.joined()
            let track = digits + "D2512201123456"
            let contents: [[UInt8]] = [
                Array(digits.utf8),
                Array(number.map { String($0) }.joined(separator: " ").utf8),
                hex(track + "F"), hex(digits + "F"),
            ]
            for content in contents {
                let front = (0..<phase).map { _ in UInt8.random(in: 0xA0...0xFF, using: &random) }
                let text = SampleBase64.text(front + content, isURL: round % 2 == 0, padded: round % 4 < 2)
                let spaced = width == 0 ? text : text.inGroups(of: width).joined(separator: width == 19 ? "\n" : " ")
                let masked = Masking.mask("(" + spaced + ")")
                #expect(masked.allSatisfy { "(*=) \n".contains($0) }, "\(masked)")
            }
        }
    }

    @Test("an encoding within an encoding doesn't help")
    func nested() {
        let inner = SampleBase64.text(Array("4761739001010119".utf8), isURL: false, padded: true)
        let json = SampleBase64.text(Array("{\"note\":\"\(inner)\"}".utf8), isURL: true, padded: false)
        #expect(Masking.mask("bearer \(json)") == "bearer " + String(repeating: "*", count: json.count))
        let percent = inner.utf8.map { "%" + String($0, radix: 16) }.joined()
        #expect(Masking.mask(percent).allSatisfy { $0 == "*" })
    }
}
