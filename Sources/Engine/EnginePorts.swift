public import Ports

/// Everything outside that the engine reaches, one port a thing.
public struct EnginePorts: Sendable {
    public var links: any LinkOpener
    public var hosts: any HostConnector
    public var journal: any Journal
    public var time: any TimeSource
    public var random: any RandomSource
    /// The way to the acquirer's cloud; nil where there is none.
    public var http: (any HTTPSender)?

    public init(
        links: any LinkOpener, hosts: any HostConnector, journal: any Journal, time: any TimeSource,
        random: any RandomSource, http: (any HTTPSender)? = nil
    ) {
        self.links = links
        self.hosts = hosts
        self.journal = journal
        self.time = time
        self.random = random
        self.http = http
    }
}
