import Testing
import Time

@Suite("dates that people write")
struct DateTests {
    @Test(
        "a moment is read with its zone",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-11-30T10:16:10.000Z", 1_796_033_770_000),
            ("2026-11-30T11:16:10+01:00", 1_796_033_770_000), ("2026-11-30t05:46:10.1234-04:30", 1_796_033_770_123),
            ("1969-12-31 23:59:59.5Z", -500), ("2000-02-29T00:00:00z", 951_782_400_000),
        ])
    func moments(_ text: String, _ milliseconds: Int64) {
        #expect(WallTime(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(
        "what is written is read again", arguments: [0, 1, -1, 951_782_400_000, 1_796_033_770_123, 253_402_300_799_999])
    func roundTrip(_ milliseconds: Int64) {
        let moment = WallTime(milliseconds: milliseconds)
        #expect(WallTime(rfc3339: moment.rfc3339) == moment)
    }

    @Test(
        "anything else is no moment",
        arguments: [
            "", "2026-11-30", "2026-11-30T10:16:10", "2026-11-31T00:00:00Z", "2026-11-30T24:00:00Z",
            "2026-11-30T10:60:00Z", "2026-11-30T10:16:10.Z", "2026-11-30T10:16:10+1:00", "2026-11-30T10:16:10Zz",
            "2026-11-30T10-16-10Z", "2026-13-01T00:00:00Z", "+026-11-30T10:16:10Z",
        ])
    func noMoments(_ text: String) {
        #expect(WallTime(rfc3339: text) == nil)
    }

    @Test("a day is one of the calendar's", arguments: ["2026-11-30", "2024-02-29", "2000-02-29", "0001-01-01"])
    func days(_ text: String) {
        #expect(CivilDay(text) != nil)
    }

    @Test(
        "other days are none",
        arguments: ["2026-02-29", "1900-02-29", "2026-00-10", "2026-04-31", "2026-4-30", "30.11.2026", "2026-11-3o"])
    func noDays(_ text: String) {
        #expect(CivilDay(text) == nil)
    }
}
