import Threads

/// Numbers what is begun again and again, so that late news of an earlier one isn't taken for the latest one's.
final class Turn: Sendable {
    private let latest = Locked(0)

    func next() -> Int {
        latest.withLock { number in
            number += 1
            return number
        }
    }

    func isLatest(_ number: Int) -> Bool { latest.withLock { $0 == number } }
}
