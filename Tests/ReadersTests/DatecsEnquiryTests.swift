import Datecs
import EMV
import Payments
import TestKit
import Testing
import Time

@testable import Readers

@Suite("what a pinpad is asked of itself")
struct DatecsEnquiryTests {
    private static let ours = PinpadDriver.clock
    private static let behind = CivilTime(year: 2026, month: 3, day: 10, hour: 10, minute: 15, second: 58)

    @Test("its clock is read, and compared with the till's as it is by then")
    func clock() {
        var driver = PinpadDriver.ready()
        driver.command(.serve(.clock(ours: Self.ours)))
        #expect(driver.commands() == [.clock])
        driver.now = driver.now + .seconds(2)
        driver.reply(.ok, .clock(Self.behind))
        let reading = ReaderClockReading(reader: Self.behind, secondsAhead: -14, wasSet: false)
        #expect(driver.news() == [.served(.clock(reading))])
    }

    @Test("it is set, then read")
    func setting() {
        var driver = PinpadDriver.ready()
        driver.command(.serve(.setClock(Self.ours)))
        #expect(driver.commands() == [.setClock(Self.ours)])
        driver.reply(.ok)
        driver.reply(.ok, .clock(Self.ours))
        #expect(
            driver.news() == [.served(.clock(ReaderClockReading(reader: Self.ours, secondsAhead: 0, wasSet: true)))])
    }

    @Test("a clock that can't be set is an error, and isn't read")
    func notSet() {
        var driver = PinpadDriver.ready()
        driver.command(.serve(.setClock(Self.ours)))
        #expect(driver.commands() == [.setClock(Self.ours)])
        driver.reply(.badValue)
        #expect(driver.news() == [.served(.refused(statusCode: DatecsResult.number(.badValue)))])
    }

    @Test("its keys: the state, and both lists")
    func keys() {
        var driver = PinpadDriver.ready()
        driver.command(.serve(.keys))
        driver.reply(.ok, .menuInfo(.sample))
        driver.reply(.ok, .keyList("A000000003 92\nA000000004 F1\n"))
        driver.reply(.ok, .keyList("TMK 8F2A11\n"))
        let keys = ReaderKeys(
            state: .fine, publicKeys: ["A000000003 92", "A000000004 F1"], symmetricKeys: ["TMK 8F2A11"])
        #expect(driver.news() == [.served(.keys(keys))])
    }

    @Test("a list that a pinpad hasn't is left out")
    func someKeys() {
        var driver = PinpadDriver.ready()
        driver.command(.serve(.keys))
        driver.reply(.unknownCommand)
        driver.reply(.unknownCommand)
        driver.reply(.ok, .keyList("TMK 8F2A11\n"))
        #expect(driver.news() == [.served(.keys(ReaderKeys(symmetricKeys: ["TMK 8F2A11"])))])
    }

    @Test("its log is read record by record, to its end")
    func log() {
        var driver = PinpadDriver.ready()
        driver.command(.serve(.fetchLog))
        driver.reply(.ok, .record(.logged(.purchase, .approved, stan: 122)))
        driver.reply(.ok, .record(.logged(.cashAdvance, .approved, stan: 123, state: .reversed)))
        driver.reply(.ok, .record(.logged(.endOfDay, .declined, stan: 124)))
        driver.reply(.noData)
        let cursors = driver.commands().compactMap { if case .reportTags(let cursor, _) = $0 { cursor } else { nil } }
        #expect(cursors == [.first, .next, .next, .next])
    }

    @Test("a record is a line; what it lacks is left out")
    func logLines() {
        var driver = PinpadDriver.ready()
        driver.command(.serve(.fetchLog))
        driver.reply(.ok, .record(.logged(.purchase, .approved, stan: 122)))
        driver.reply(.ok, .record(.logged(.cashAdvance, .approved, stan: 123, state: .reversed)))
        driver.reply(.noData)
        let lines = [
            "#122  SALE  AUTHORISED  1050  RRN 000123456789  AUTH A1B2C3",
            "#123  CASH_ADVANCE  REVERSED  1050  RRN 000123456789  AUTH A1B2C3",
        ]
        #expect(driver.news() == [.served(.log(lines.joined(separator: "\n")))])
    }

    @Test("an empty log is empty; one that isn't told to its end is none")
    func noLog() {
        var driver = PinpadDriver.ready()
        driver.command(.serve(.fetchLog))
        driver.reply(.noData)
        #expect(driver.news() == [.served(.logEmpty)])
        driver.command(.serve(.fetchLog))
        driver.reply(.ok, .record(.logged(.purchase, .approved, stan: 122)))
        driver.reply(.busy)
        #expect(driver.news() == [.served(.refused(statusCode: DatecsResult.number(.busy)))])
    }

    @Test("a pinpad that knows no such questions says so", arguments: [ReaderService.keys, .menu])
    func unknown(service: ReaderService) {
        var driver = PinpadDriver.ready()
        driver.command(.serve(service))
        for _ in driver.commands() + [.menuInfo, .menuInfo] { driver.reply(.unknownCommand) }
        #expect(driver.news() == [.served(.refused(statusCode: 0xE002))])
    }

    @Test("its menu, and a state of the keys outside the table isn't known")
    func menu() {
        var driver = PinpadDriver.ready()
        var info = MenuInfo.sample
        info.keys = KeyState(rawValue: 9)
        driver.command(.serve(.menu))
        driver.reply(.ok, .menuInfo(info))
        var menu = ReaderMenu()
        menu.serialNumber = "1234567890"
        menu.terminalID = "93600001"
        menu.merchantID = "MERCHANT"
        menu.software = "1.1.36.1"
        menu.built = "2026-01-15 10:00:00"
        menu.authorisationHost = "10.0.0.1:5001"
        menu.keyHost = "10.0.0.2:5002"
        menu.managementHost = "10.0.0.3:5003"
        menu.authorisationNetwork = 1
        menu.keyNetwork = 2
        #expect(driver.news() == [.served(.menu(menu))])
    }

    @Test("a payment can follow")
    func ready() {
        var driver = PinpadDriver.ready()
        driver.command(.serve(.menu))
        driver.reply(.ok, .menuInfo(.sample))
        driver.command(.start(PinpadDriver.request))
        #expect(driver.commands().last?.id == .terminalTags)
    }
}

extension MenuInfo {
    fileprivate static let sample = MenuInfo(
        serialNumber: "1234567890", terminalID: "93600001", merchantID: "MERCHANT",
        software: SoftwareVersion(1, 1, 36, 1), buildDate: "2026-01-15", buildTime: "10:00:00",
        authorization: ServiceAddress(host: "10.0.0.1", port: 5001),
        keyLoad: ServiceAddress(host: "10.0.0.2", port: 5002),
        management: ServiceAddress(host: "10.0.0.3", port: 5003), authorizationNetwork: 1, keyNetwork: 2, keys: .fine)
}
