import Payments
import TestKit
import Testing

@Suite("The audit trail as text (N8)")
struct AuditEncodingTests {
    static let events: [AuditEvent] =
        [.disabled(.anna), .attempt(.anna), .signedOut(.anna), .did(.secrets, what: "set reader/default")]
        + OperatorRole.allCases.flatMap { [.added(.anna, $0), .signedIn(.boss, $0)] }
        + Permission.allCases.flatMap { [.forbidden($0), .granted($0, by: .boss)] }

    @Test("every event comes back as it was", arguments: events)
    func roundTrip(event: AuditEvent) throws {
        #expect(try AuditEvent(kind: event.kind, body: JSONValue.parse(event.body.bytes)) == event)
    }

    @Test(
        "what is no event is refused",
        arguments: [
            ("audit.added", #"{"name":"anna","role":"king"}"#), ("audit.attempt", #"{"name":"Anna Ö"}"#),
            ("audit.forbidden", "{}"), ("audit.did", #"{"permission":"secrets"}"#),
        ])
    func badBody(kind: String, body: String) {
        #expect(throws: JournalEntryError.badBody) { try AuditEvent(kind: kind, body: JSONValue.parse(body)) }
    }

    @Test("an unknown kind is told from a bad body", arguments: ["intent", "audit.", "audit.future", "attempt"])
    func unknownKind(kind: String) {
        #expect(throws: JournalEntryError.unknownKind) { try AuditEvent(kind: kind, body: ["name": "anna"]) }
    }

    @Test(
        "an operator's name is small letters, digits and .-_",
        arguments: ["", "Anna", "anna b", "-anna", ".a", "é", "a/b", "a\n", String(repeating: "a", count: 33)])
    func badName(text: String) { #expect(OperatorName(text) == nil) }

    @Test("names as people write them", arguments: ["a", "anna.k-2", "7", String(repeating: "z", count: 32)])
    func goodName(text: String) { #expect(OperatorName(text)?.text == text) }
}
