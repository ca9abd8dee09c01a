import Glibc
import TestKit
import Testing
import Text

@Suite("masking leaves alone what it can, and always ends")
struct MaskingBoundsTests {
    @Test(
        "what is no card number by its form stays",
        arguments: [
            "AID A0000000041010", "A0000000031010 VISA", "MID 123456789012345", "MID: 012345678901237",
            "TID 0123456789012",
            "2026-11-30T09:19:23.123Z 12.50 EUR 2026-11-30", "17  30.11.2026 09:19  12.50", "build 3f2a9d0c",
            "4  2026-11-30 10:16  1250.00 EUR", "00:11:22:33:44:55", "tcp://192.168.1.20:4000",
        ])
    func shapes(_ text: String) {
        #expect(Masking.mask(text) == text)
    }

    @Test(
        "a label or a form saves no card number",
        arguments: [
            "MID 4761739001010119", "A0000000034761739001010119", "TIDE 1234567890123",
            "4761739001010119-2026-11-30", "A4761739001010119B4761739001010119F0",
        ])
    func labels(_ text: String) {
        #expect(Masking.mask(text) != text)
    }

    @Test("of two thousand GUIDs and digests hardly one is taken for a card number")
    func chance() {
        var random = SeededGenerator(seed: 1)
        var hits = (guid: 0, digest: 0, base64: 0)
        for _ in 0..<2_000 {
            var bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = SampleBase64.text(bytes, isURL: false, padded: true)
            let digest = Self.hexText(bytes)
            if Masking.mask(digest) != digest { hits.digest += 1 }
            if Masking.mask(text) != text { hits.base64 += 1 }
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
            let guid = Self.guid(Array(bytes[..<16]))
            if Masking.mask(guid) != guid { hits.guid += 1 }
        }
        #expect(hits.guid <= 1 && hits.digest <= 12 && hits.base64 <= 16)
    }

    @Test("the till's own words are never hidden", arguments: ["en", "fr", "it", "es"])
    func words(_ language: String) {
        let text = Repository.text("Locales/\(language).yaml")
        #expect(Masking.mask(text) == text)
    }

    @Test("masking twice is masking once, and keeps the length", arguments: 0..<60)
    func twice(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let signs = Array("0123456789012345678941111111111111111 -./DdEeFf=^%&<>\\ux;*\nAM5a")
        let text = String((0..<600).map { _ in signs[Int.random(in: 0..<signs.count, using: &random)] })
        let once = Masking.mask(text)
        #expect(Masking.mask(once) == once)
        #expect(once.unicodeScalars.count == text.unicodeScalars.count)
    }

    @Test(
        "the time for a hostile text grows as its length does",
        arguments: [
            "1", "4 ", "41 11 ", "4111-1111-1111-111", "5A08 ", "57 13 4", "%34", "\\u0034", "&#5", "<a", "NDEx",
            "RxER ",
            "4111111111111111=2 ", "A0000000041010 ", "3431 ", "ab-", "0x4,", "\u{200B}4", "4111111111111111^ ",
            "0000 34\n",
        ])
    func linear(_ piece: String) {
        func time(_ count: Int) -> Duration {
            let text = String(repeating: piece, count: count / piece.count)
            return (0..<2).map { _ in Self.processorTime { _ = Masking.mask(text) } }.min() ?? .zero
        }
        let (short, long) = (time(8_000), time(64_000))
        #expect(long < short * 32, "8 times the length took \(long / short) times as long")
    }

    /// What this thread was computing, whatever else the machine does meanwhile.
    private static func processorTime(_ work: () -> Void) -> Duration {
        func now() -> Duration {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
        let start = now()
        work()
        return now() - start
    }

    private static func hexText(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func guid(_ bytes: [UInt8]) -> String {
        let digits = Array(hexText(bytes))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
