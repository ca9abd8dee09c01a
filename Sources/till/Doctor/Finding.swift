/// One thing that the doctor looked at.
struct Finding {
    enum Level: String {
        case good
        /// Nothing is wrong, but somebody should know.
        case notice
        /// Payments can't be taken like this, or not safely.
        case bad
    }

    var level: Level
    /// The locale's key under `doctor.`: `doctor.CODE.text`, and `.next` for what to do.
    var code: String
    var arguments: [String: String] = [:]

    static func good(_ code: String, _ arguments: [String: String] = [:]) -> Finding {
        Finding(level: .good, code: code, arguments: arguments)
    }

    static func notice(_ code: String, _ arguments: [String: String] = [:]) -> Finding {
        Finding(level: .notice, code: code, arguments: arguments)
    }

    static func bad(_ code: String, _ arguments: [String: String] = [:]) -> Finding {
        Finding(level: .bad, code: code, arguments: arguments)
    }
}
