import Checkout
import Screen

/// Which events of the running payment are seen.
struct StatusPage: Hashable {
    /// How many events stood there when the page was scrolled back: the lowest one seen. Nil follows the newest.
    private(set) var frozenAt: Int?

    /// Moves through `count` events, of which the first `gone` are no longer kept.
    mutating func move(_ command: ConsoleCommand, count: Int, gone: Int, window: Int) {
        let last = frozenAt ?? count
        let target: Int
        switch command {
        case .up: target = last - 1
        case .down: target = last + 1
        case .pageUp: target = last - max(1, window - 1)
        case .pageDown: target = last + max(1, window - 1)
        case .top: target = gone + window
        case .bottom, .back: target = count
        default: return
        }
        frozenAt = target >= count ? nil : max(target, min(count, gone + window))
        if frozenAt == count { frozenAt = nil }
    }

    /// The places, among the events that are kept, of those that are seen.
    func visible(count: Int, kept: Int, window: Int) -> Range<Int> {
        let last = max(0, min(kept, (frozenAt ?? count) - (count - kept)))
        return max(0, last - max(0, window))..<last
    }
}

extension ConsoleModel {
    mutating func performOnStatus(_ command: ConsoleCommand) -> [ConsoleEffect] {
        if command == .cancel { return [.submit(.cancel)] }
        status.move(
            command, count: snapshot.noticeCount, gone: snapshot.noticeCount - snapshot.notices.count,
            window: StatusView.window(size))
        return []
    }
}
