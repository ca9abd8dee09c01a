public import Payments
public import Time

/// Who stands at the till, and what they may do. Source: row N8.
public struct Authority: Hashable, Sendable {
    public enum Person: Hashable, Sendable {
        /// No operators are defined, or money is not real: whoever is there may do everything.
        case anybody
        /// Somebody has to sign in first.
        case nobody
        case signedIn(OperatorName, OperatorRole)
    }

    public internal(set) var person: Person
    /// A PIN that is being looked at.
    public internal(set) var check: PINCheck?
    /// One action that somebody else has vouched for.
    var grant: Grant?
    /// Wrong PINs since the last right one.
    var failures: [OperatorName: Failures] = [:]

    /// - Parameters:
    ///   - requiresSignIn: operators are defined.
    ///   - trail: what the journal says of earlier attempts, newest first.
    public init(requiresSignIn: Bool, trail: [AuditEntry] = [], at now: Uptime = .zero) {
        person = requiresSignIn ? .nobody : .anybody
        for entry in trail.reversed() {
            switch entry.event {
            case .attempt(let name): noteAttempt(of: name, at: entry.at, now)
            case .signedIn(let name, _), .granted(_, by: let name), .added(let name, _): failures[name] = nil
            case .disabled, .signedOut, .forbidden, .did: break
            }
        }
    }

    /// Nobody is defined.
    public static let open = Authority(requiresSignIn: false)

    /// Who is signed in; empty where nobody is.
    public var operatorName: String {
        if case .signedIn(let name, _) = person { name.text } else { "" }
    }

    /// What somebody has vouched for and was not used yet.
    public var vouchedFor: Permission? { grant?.permission }

    func allows(_ permission: Permission, at now: Uptime) -> Bool {
        switch person {
        case .anybody: true
        case .nobody: false
        case .signedIn(_, let role): role.permissions.contains(permission) || grant?.covers(permission, at: now) == true
        }
    }

    /// Who vouched, where the operator alone could not.
    func voucher(for permissions: [Permission], at now: Uptime) -> OperatorName? {
        guard case .signedIn(_, let role) = person else { return nil }
        let needsGrant = permissions.contains { !role.permissions.contains($0) && grant?.covers($0, at: now) == true }
        return needsGrant ? grant?.by : nil
    }

    mutating func noteAttempt(of name: OperatorName, at wall: WallTime, _ now: Uptime) {
        failures[name] = Failures(count: (failures[name]?.count ?? 0) + 1, at: wall, seenAt: now)
    }
}

/// A PIN that is being looked at, and what for.
public struct PINCheck: Hashable, Sendable {
    public enum Purpose: Hashable, Sendable {
        case signIn
        /// For one action of the operator who is signed in.
        case grant(Permission)
    }

    public var name: OperatorName
    public var purpose: Purpose
}

/// One action that somebody with the permission has vouched for.
struct Grant: Hashable, Sendable {
    var permission: Permission
    var by: OperatorName
    var until: Uptime

    /// How long it waits for its action. *own choice*
    static let life = Duration.seconds(60)

    func covers(_ permission: Permission, at now: Uptime) -> Bool { permission == self.permission && now < until }
}

/// Wrong PINs in a row, and how long the next one has to wait.
struct Failures: Hashable, Sendable {
    var count: Int
    /// When the last one was tried.
    var at: WallTime
    /// When this process learned of it.
    var seenAt: Uptime

    /// How many may follow each other at once. *own choice*
    static let free = 3
    /// The wait after that many; it doubles with each further one up to the longest. *own choice*
    static let firstWait = Duration.seconds(30)
    static let longestWait = Duration.seconds(3600)

    /// How long nobody may try. A clock that was set back makes nobody wait longer than the wait itself.
    func remaining(at moment: Moment) -> Duration {
        let byWall = Duration.milliseconds(max(0, moment.wall.milliseconds - at.milliseconds))
        return max(.zero, Self.wait(after: count) - max(byWall, moment.now - seenAt))
    }

    static func wait(after count: Int) -> Duration {
        guard count >= free else { return .zero }
        let doublings = min(count - free, 10)
        return min(longestWait, firstWait * (1 << doublings))
    }
}
