import Glibc
import TestKit
import Testing

@Suite("a second till on the same journal")
struct SecondTillTests {
    private static let configuration = "reader: demo:default\ncurrency: GBP\ndemo: {pace: instant}\n"

    /// A till that has sold for 12.34 and runs on.
    private func seller(_ counter: Counter) throws -> VirtualTerminal {
        let terminal = try counter.console()
        try terminal.wait(for: ": ready")
        terminal.type("1234")
        terminal.press(.enter)
        try terminal.wait(for: "Press Enter once more")
        try terminal.pressEnterDeliberately()
        try terminal.wait(for: "Approved")
        return terminal
    }

    @Test("is told who sells, looks at the history, sells nothing")
    func looks() throws {
        let counter = try Counter(Self.configuration)
        let seller = try seller(counter)
        let second = try counter.console()
        try second.wait(for: "process \(seller.processID)")
        try second.pressEnterDeliberately()
        try second.wait(for: "12.34")
        second.press(.enter)
        try second.wait(for: "Approved")
        second.press(.escape)
        second.press(.escape)
        try second.wait(for: "Type the amount")
        second.type("1000")
        second.press(.enter)
        try second.wait(for: "this one only looks")
        #expect(try counter.history() == ["approved 1234"])
        second.type("\u{3}")
        try second.wait(for: "Quit?")
        try second.pressEnterDeliberately()
        #expect(try second.waitForExit() == 0)
    }

    @Test("ends with 10 where nobody wants to look")
    func declines() throws {
        let counter = try Counter(Self.configuration)
        let seller = try seller(counter)
        let second = try counter.console()
        try second.wait(for: "process \(seller.processID)")
        second.press(.escape)
        #expect(try second.waitForExit() == 10)
    }

    @Test("goes on looking when the other one dies; the next till that is started sells")
    func deadSeller() throws {
        let counter = try Counter(Self.configuration)
        let seller = try seller(counter)
        let second = try counter.console()
        try second.wait(for: "process \(seller.processID)")
        try second.pressEnterDeliberately()
        seller.signal(SIGKILL)
        _ = try seller.waitForExit()
        second.press(.escape)
        try second.wait(for: "Type the amount")
        #expect(second.text.contains("LOOKING ONLY"))
        let third = try counter.console()
        try third.wait(for: ": ready")
    }
}
