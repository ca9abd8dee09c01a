import Testing
import Time

@Suite("clocks on the wall")
struct CivilTimeTests {
    @Test("one is so many seconds later than another, across days, months and leap years, backwards too")
    func difference() {
        let start = CivilTime(WallTime(milliseconds: 0))
        for seconds in stride(from: Int64(-3_000_000_000), to: 6_000_000_000, by: 8_765_431) {
            #expect(CivilTime(WallTime(milliseconds: seconds * 1000)).seconds(since: start) == seconds)
        }
    }
}
