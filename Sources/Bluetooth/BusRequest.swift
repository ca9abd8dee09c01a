public import Crypto
import Threads

/// A call of a method of ours. It is answered once; when nobody answers it, it is refused.
public final class BusRequest: Sendable {
    public let sender: String
    public let path: String
    public let interface: String
    public let member: String
    public let arguments: [BusValue]

    private let number: UInt64
    private let door: BusDoor
    private let isAnswered = Locked(false)

    init(_ message: BusMessage, _ arguments: [BusValue], _ number: UInt64, _ door: BusDoor) {
        sender = message.sender
        path = message.path
        interface = message.interface
        member = message.member
        self.arguments = arguments
        self.number = number
        self.door = door
    }

    deinit { refuse("org.freedesktop.DBus.Error.Failed") }

    public func reply(_ values: [BusValue] = []) { answer(.success(values)) }

    /// Answers with one text that must not be seen: it goes from its guarded memory into a message that is wiped.
    public func reply(secret: Secret) {
        if isFirst() { door.leave(.answerSecretly(number, secret)) }
    }

    /// - Parameter name: an error's name with dots, such as `org.bluez.Error.Rejected`.
    public func refuse(_ name: String, _ text: String = "") { answer(.failure(.refused(name: name, text: text))) }

    private func answer(_ answer: Result<[BusValue], BusFault>) {
        if isFirst() { door.leave(.answer(number, answer)) }
    }

    private func isFirst() -> Bool {
        isAnswered.withLock { isAnswered in
            defer { isAnswered = true }
            return !isAnswered
        }
    }
}
