import Payments
import Screen

/// How outcomes look: never by colour alone.
extension Outcome {
    var role: Role {
        switch self {
        case .approved: .approved
        case .partlyApproved: .partlyApproved
        case .declined: .declined
        case .cancelled: .cancelled
        case .failed: .failed
        case .unknown: .unknown
        }
    }

    /// One cell wide on every terminal.
    func symbol(_ characters: Canvas.Characters) -> String {
        let isAscii = characters == .ascii
        return switch self {
        case .approved: isAscii ? "+" : "✓"
        case .partlyApproved: isAscii ? "~" : "◔"
        case .declined: isAscii ? "x" : "✗"
        case .cancelled: isAscii ? "-" : "⊘"
        case .failed: "!"
        case .unknown: "?"
        }
    }
}
