extension AuditEvent {
    /// What the kinds of all audit rows begin with, so that they are told from payments' rows.
    public static let prefix = "audit."

    /// The journal's word for it.
    public var kind: String {
        let word =
            switch self {
            case .added: "added"
            case .disabled: "disabled"
            case .attempt: "attempt"
            case .signedIn: "signedIn"
            case .signedOut: "signedOut"
            case .forbidden: "forbidden"
            case .granted: "granted"
            case .did: "did"
            }
        return Self.prefix + word
    }

    /// Its own data. Equal events have equal texts.
    public var body: JSONValue {
        switch self {
        case .added(let name, let role), .signedIn(let name, let role):
            ["name": .string(name.text), "role": .string(role.rawValue)]
        case .disabled(let name), .attempt(let name), .signedOut(let name): ["name": .string(name.text)]
        case .forbidden(let permission): ["permission": .string(permission.rawValue)]
        case .granted(let permission, let name):
            ["permission": .string(permission.rawValue), "name": .string(name.text)]
        case .did(let permission, let what): ["permission": .string(permission.rawValue), "what": .string(what)]
        }
    }

    /// Puts an event together again from `kind` and `body`.
    /// - Throws: `JournalEntryError` where they are not what `kind` and `body` give.
    public init(kind: String, body: JSONValue) throws(JournalEntryError) {
        let name = body["name"]?.stringValue.flatMap(OperatorName.init)
        let role = body["role"]?.stringValue.flatMap(OperatorRole.init(rawValue:))
        let permission = body["permission"]?.stringValue.flatMap(Permission.init(rawValue:))
        let event: AuditEvent?
        switch kind.hasPrefix(Self.prefix) ? kind.dropFirst(Self.prefix.count) : "" {
        case "added": event = name.flatMap { name in role.map { .added(name, $0) } }
        case "disabled": event = name.map(AuditEvent.disabled)
        case "attempt": event = name.map(AuditEvent.attempt)
        case "signedIn": event = name.flatMap { name in role.map { .signedIn(name, $0) } }
        case "signedOut": event = name.map(AuditEvent.signedOut)
        case "forbidden": event = permission.map(AuditEvent.forbidden)
        case "granted": event = permission.flatMap { permission in name.map { .granted(permission, by: $0) } }
        case "did":
            let what = body["what"]?.stringValue
            event = permission.flatMap { permission in what.map { .did(permission, what: $0) } }
        default: throw .unknownKind
        }
        guard let event else { throw .badBody }
        self = event
    }
}
