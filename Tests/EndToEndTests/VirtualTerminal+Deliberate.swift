import TestKit

extension VirtualTerminal {
    /// Leaves Enter alone before as long as a person must, so that it is no key that repeats.
    func pressEnterDeliberately() throws {
        let deliberate = ContinuousClock.now + .milliseconds(420)
        try wait(for: "a deliberate Enter") { _ in ContinuousClock.now >= deliberate }
        press(.enter)
    }
}
