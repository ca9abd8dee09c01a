/// Every message of heft.md 3.2 that a host or a reader of ours sends or understands, in both directions.
public enum Packet: Hashable, Sendable {
    // Host to reader
    case initialise(InitialiseRequest)
    /// I010: cancel, or nothing to do.
    case idle
    case finance(FinanceOperation, FinanceRequest?)
    case tokenise(XMLText)
    case xmlCommand(XMLText)
    case setLogLevel(UInt8)
    case clearLog
    case fetchLog
    case hostConnectAnswer(Status)
    case hostSendAnswer(Status)
    /// Answers H020 and H040 alike.
    case hostReceiveAnswer(Status, [UInt8]?)
    case hostDisconnectAnswer(Status)
    case hostPostAnswer(Status, [UInt8]?)
    case signatureAnswer(Status)
    case challengeAnswer(Status, ChallengeAnswer?)

    // Reader to host
    case initialiseAnswer(Status, InitialiseAnswer?)
    case idleAnswer(Status, XMLText?)
    case event(Status, XMLText?)
    case financeAnswer(FinanceOperation, Status, FinanceAnswer?)
    case tokeniseAnswer(Status, XMLText?)
    case xmlCommandAnswer(Status, XMLText?)
    case setLogLevelAnswer(Status)
    case clearLogAnswer(Status)
    case fetchLogAnswer(Status, [UInt8]?)
    case hostConnect(HostConnect)
    case hostSend(HostSend)
    case hostReceive(HostReceive)
    case hostDisconnect
    case hostPost(HostPost)
    case signatureRequest(SignatureRequest)
    case challenge(Challenge)

    /// A command outside the table, or one that neither side of ours uses.
    case other(Message)
}
