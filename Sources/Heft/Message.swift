/// A message as it stands between the frames: a header in ASCII and a payload. Source: heft.md 3.1.
public struct Message: Hashable, Sendable {
    public var command: CommandID
    /// Answers have one, requests don't.
    public var status: Status?
    public var payload: [UInt8]

    public init(_ command: CommandID, status: Status? = nil, payload: [UInt8] = []) {
        self.command = command
        self.status = status
        self.payload = payload
    }
}
