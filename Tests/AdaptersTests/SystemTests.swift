import Ports
import Testing
import Time
import Transports

@Suite("Clocks and randomness")
struct SystemTests {
    @Test("uptime never goes back")
    func uptime() {
        let clock = SystemTime()
        let readings = (0..<100).map { _ in clock.uptime() }
        #expect(readings == readings.sorted())
    }

    @Test("the wall clock and the civil clock show the same minute of the hour within a minute")
    func wallClock() {
        let clock = SystemTime()
        let wall = CivilTime(clock.wallTime())
        let civil = clock.civilTime()
        #expect((0...1).contains((civil.minute - wall.minute + 60) % 15))
        #expect(civil.year >= 2025)
    }

    @Test("as many bytes come as were asked for, and not twice the same", arguments: [0, 1, 16, 256, 1000])
    func random(count: Int) throws {
        let source = try SystemRandom()
        #expect(source.bytes(count).count == count)
        #expect(count < 16 || source.bytes(count) != source.bytes(count))
    }
}
