import Checkout
import Payments

/// What a command wants of a reader besides payments.
enum ReaderTask: Hashable {
    case pending
    case service(ReaderService)
    /// Its time is that of the moment when the reader is asked.
    case clock(sets: Bool)

    init(_ command: Invocation.Command) throws(Stop) {
        switch command {
        case .clock(let sets): self = .clock(sets: sets)
        case .service(let service): self = .service(service)
        case .log(let action, let level): self = .service(try Self.log(action, level))
        default: self = .pending
        }
    }

    private static func log(_ action: String, _ level: String?) throws(Stop) -> ReaderService {
        switch (action, level) {
        case ("get", nil): return .fetchLog
        case ("clear", nil): return .clearLog
        case ("level", let name?):
            guard let level = LogLevel(name: name) else { throw Stop(.usage, "log-level", ["level": name]) }
            return .setLogLevel(level)
        default:
            throw Stop(.usage, "log-action", ["action": [action, level].compactMap(\.self).joined(separator: " ")])
        }
    }

    /// What it takes to have it done; nil where everybody may.
    var permission: Permission? {
        switch self {
        case .pending, .clock(sets: false): nil
        case .service(let service): service.permission
        case .clock(sets: true): .settings
        }
    }
}
