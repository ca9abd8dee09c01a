/// Which acquirers a reader may have us dial, and how. Source: cli.md, "Host link".
///
/// Patterns are host names in any case of letters; `*.` in front stands for one or more labels. `host:port` matches that
/// port only; an IPv6 address with a port stands in brackets.
public struct HostPolicy: Hashable, Sendable {
    /// What may be dialled; nil stands for `usualHosts`, and for loopback where the reader isn't on Bluetooth.
    public var allow: [String]?
    /// What is dialled without TLS.
    public var plain: [String]
    /// Loopback addresses that are dialled with TLS, as `host:port`.
    public var tls: [String]

    /// The acquirer's own domains.
    public static let usualHosts = ["*.handpoint.com", "*.handpoint.io"]

    public init(allow: [String]? = nil, plain: [String] = [], tls: [String] = []) {
        self.allow = allow
        self.plain = plain
        self.tls = tls
    }

    /// How the host is to be dialled; nil where it must not be. In training nothing but loopback is.
    public func decide(_ host: HostEndpoint, readerIsBluetooth: Bool, training: Bool) -> HostSecurity? {
        let isLoopback = Self.isLoopback(host.host)
        guard training ? isLoopback : isAllowed(host, isLoopback && !readerIsBluetooth) else { return nil }
        if isLoopback { return Self.matches(host, tls) ? .tls : .plain }
        return Self.matches(host, plain) ? .plain : .tls
    }

    private func isAllowed(_ host: HostEndpoint, _ isNearLoopback: Bool) -> Bool {
        if let allow { return Self.matches(host, allow) }
        return isNearLoopback || Self.matches(host, Self.usualHosts)
    }

    /// Only spellings that can mean nothing else.
    public static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0).map(String.init) == String($0) }
    }

    private static func matches(_ host: HostEndpoint, _ patterns: [String]) -> Bool {
        var name = host.host.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        return patterns.contains { pattern in
            let (wanted, port) = split(pattern.lowercased())
            return (port == nil || port == host.port) && matches(name, wanted)
        }
    }

    private static func matches(_ name: String, _ pattern: String) -> Bool {
        guard pattern.hasPrefix("*.") else { return !name.isEmpty && name == pattern }
        let end = pattern.dropFirst()
        return name.hasSuffix(end) && name.utf8.count > end.utf8.count && !name.hasPrefix(".")
    }

    /// A pattern's host and port.
    private static func split(_ pattern: String) -> (String, UInt16?) {
        if pattern.hasPrefix("["), let end = pattern.firstIndex(of: "]") {
            let host = String(pattern[pattern.index(after: pattern.startIndex)..<end])
            return (host, UInt16(pattern[end...].dropFirst(2)))
        }
        let parts = pattern.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let port = UInt16(parts[1]) else { return (pattern, nil) }
        return (String(parts[0]), port)
    }
}
