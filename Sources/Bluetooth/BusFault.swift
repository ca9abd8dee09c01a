/// Why a call over the bus has no answer.
public enum BusFault: Error, Hashable, Sendable {
    /// libsystemd isn't installed; the package is the one to install.
    case libraryMissing(package: String)
    /// There is no bus, or it doesn't let us in: an errno.
    case unreachable(Int32)
    /// The connection to the bus has ended.
    case closed
    /// No answer within the call's deadline.
    case timedOut
    /// The other side, or the bus in its place, said no. The text is from outside.
    case refused(name: String, text: String)
    /// The call or its answer can't be a message.
    case malformed

    /// What the other side called its refusal.
    public var name: String? {
        if case .refused(let name, _) = self { name } else { nil }
    }
}
