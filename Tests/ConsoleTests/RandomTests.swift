import Checkout
import Console
import Localization
import Payments
import Screen
import TestKit
import Testing

@Suite("whatever comes, in whatever order")
struct RandomTests {
    @Test("nothing traps, and nothing is sold without a question that was seen", arguments: 1...4)
    func storm(_ seed: UInt64) throws {
        let random = SeededRandom(seed: seed)
        var driver = try ConsoleDriver(lastReader: nil, pad: seed % 2 == 0)
        for step in 0..<400 {
            let couldSell = driver.grid.contains("EUR")
            act(random, on: &driver)
            for case .submit(.pay(let order)) in driver.effects {
                #expect(couldSell && order.money.minorUnits > 0, "step \(step)")
            }
            if step % 10 == 0 { #expect(driver.grid.size == driver.model.size) }
        }
    }

    private func act(_ random: SeededRandom, on driver: inout ConsoleDriver) {
        driver.wait(.milliseconds(Int(random.next() % 600)))
        switch random.next() % 12 {
        case 0: driver.take(.painted)
        case 1: driver.take(.resized(Self.sizes[Int(random.next() % UInt64(Self.sizes.count))]))
        case 2: driver.take(.readerFound(random.next() % 2 == 0 ? .training : .counter))
        case 3: changeEngine(random, &driver)
        case 4: driver.take(.history(query: "", random.next() % 3 == 0 ? [] : Scene.rows))
        case 5: driver.mouse(Self.actions[Int(random.next() % 5)], Int(random.next() % 90), Int(random.next() % 30))
        default: driver.press(Self.keys[Int(random.next() % UInt64(Self.keys.count))])
        }
    }

    private func changeEngine(_ random: SeededRandom, _ driver: inout ConsoleDriver) {
        switch random.next() % 9 {
        case 0: driver.engine { $0.connection = .none }
        case 1: driver.engine { $0.connection = CheckoutState.Connection.to(FoundReader.training) }
        case 2: driver.engine { $0.connection = .fetching(.sample, afterUnknown: true) }
        case 3, 4: driver.engine { $0.connection = .ready(.sample) }
        case 5: driver.beginSale(Int(random.next() % 5))
        case 6: driver.notice(UInt16(truncatingIfNeeded: random.next()), "X", cancelAllowed: random.next() % 2 == 0)
        case 7: driver.askSignature(Scene.receipt, id: Int(random.next() % 3))
        default: driver.end(Outcome.allCases[Int(random.next() % 6)], recovered: random.next() % 2 == 0)
        }
    }

    private static let actions: [MouseEvent.Action] = [.press, .release, .move, .wheelUp, .wheelDown]

    private static let sizes = [
        Size(width: 80, height: 24), Size(width: 1, height: 1), Size(width: 200, height: 60),
        Size(width: 81, height: 24),
    ]

    private static let keys: [Key] =
        [
            .enter, .enter, .escape, .tab, .backTab, .backspace, .delete, .insert, .up, .down, .left, .right, .home,
            .end, .pageUp, .pageDown, .control("c"), .control("l"), .control("t"), .control("u"), .control("z"),
            .shiftFunction(9), .paste("12.50\n"), .paste("\u{1B}[A"), .resize,
        ] + (1...12).map { .function($0) } + "0123456789.,q?/djkhlg /é日".map { .character($0) }
}

extension Grid {
    fileprivate func contains(_ text: String) -> Bool { (0..<size.height).contains { line($0).contains(text) } }
}
