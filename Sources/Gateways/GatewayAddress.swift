import Ports

/// Where a gateway is: `https`, or `http` on this machine alone.
public struct GatewayAddress: Hashable, Sendable {
    /// Without a slash at the end.
    public let url: String
    let host: String
    /// What follows host and port; empty, or begins with a slash.
    let path: String

    /// - Returns: nil for another scheme, and where anything but a host, a port and plain folders is named.
    public init?(_ url: String) {
        let url = url.hasSuffix("/") ? String(url.dropLast()) : url
        let parts = url.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 3, parts[1].isEmpty, !parts[2].isEmpty, !parts[2].contains(where: "?#@ ".contains),
            parts.dropFirst(3).allSatisfy(Self.isFolder)
        else { return nil }
        host = Self.host(parts[2])
        guard parts[0] == "https:" || parts[0] == "http:" && HostPolicy.isLoopback(host) else { return nil }
        self.url = url
        path = parts.dropFirst(3).map { "/" + $0 }.joined()
    }

    /// It is on this machine: a sandbox.
    public var isNear: Bool { HostPolicy.isLoopback(host) }

    private static func isFolder(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".."
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    private static func host(_ authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return String(authority[authority.index(after: authority.startIndex)..<end])
        }
        return String(authority.prefix { $0 != ":" })
    }
}
