import CCurl
import Glibc
import Ports
import Threads

/// A connected stream that libcurl holds. For one thread.
final class CurlStream {
    private let connection: OpaquePointer
    /// For poll.
    let descriptor: Int32

    /// The most that is read at once. [own choice: a TLS record]
    private static let chunk = 16_384

    /// libcurl's CURLE_PEER_FAILED_VERIFICATION.
    private static let refusedCertificate: Int32 = 60

    /// Connects; blocks until it stands, fails, times out, or the outbox is given up.
    convenience init(
        to host: HostEndpoint, security: HostSecurity, caFile: String?, pin: PublicKeyPin? = nil, timeout: Duration,
        outbox: Outbox
    ) throws(LinkFault) {
        var trouble = TLSTrouble()
        try self.init(
            to: host, security: security, caFile: caFile, pin: pin, timeout: timeout, outbox: outbox, trouble: &trouble)
    }

    /// - Parameter trouble: what the TLS library said of the certificate where it comes to nothing.
    init(
        to host: HostEndpoint, security: HostSecurity, caFile: String?, pin: PublicKeyPin?, timeout: Duration,
        outbox: Outbox, trouble: inout TLSTrouble
    ) throws(LinkFault) {
        guard ccurl_open() else { throw LinkFault(.notSupported) }
        guard let url = Self.url(host, security) else { throw LinkFault(.nameNotResolved) }
        let (seconds, attoseconds) = timeout.components
        let milliseconds = max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
        guard let connection = ccurl_prepare(url, caFile, pin?.text, milliseconds) else { throw LinkFault(.other) }
        let result = ccurl_connect(
            connection, outbox.wakeUp,
            { context in
                let outbox = Unmanaged<Outbox>.fromOpaque(context).takeUnretainedValue()
                outbox.rest()
                return outbox.isGivenUp
            }, Unmanaged.passUnretained(outbox).toOpaque())
        guard result == ccurl_done else {
            let fault = LinkFault(result, connection)
            let code = ccurl_certificate_error(connection)
            trouble = TLSTrouble(
                code: code, isOtherName: code < 2 && fault.systemCode == Self.refusedCertificate,
                isOtherKey: result == ccurl_other_key)
            ccurl_free(connection)
            throw fault
        }
        self.connection = connection
        descriptor = ccurl_descriptor(connection)
    }

    deinit { ccurl_free(connection) }

    /// Sends as much as goes without waiting, and takes it off the front.
    func send(_ bytes: inout ArraySlice<UInt8>) throws(LinkFault) {
        while !bytes.isEmpty {
            var moved = 0
            let result = bytes.withUnsafeBytes { buffer in
                buffer.baseAddress.map { ccurl_send(connection, $0, buffer.count, &moved) } ?? ccurl_done
            }
            bytes = bytes.dropFirst(moved)
            if result == ccurl_again { return }
            guard result == ccurl_done else { throw LinkFault(result, connection) }
        }
    }

    /// What has arrived; empty at the end of the stream, nil where nothing is there yet.
    func receive() throws(LinkFault) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        var moved = 0
        let result = ccurl_receive(connection, &buffer, buffer.count, &moved)
        if result == ccurl_again { return nil }
        guard result == ccurl_done else { throw LinkFault(result, connection) }
        return Array(buffer[..<moved])
    }

    /// As OpenSSL prints it; nil without TLS.
    var certificateEnds: String? { ccurl_certificate_end(connection).map { String(cString: $0) } }

    func waitForInput(until deadline: ContinuousClock.Instant) {
        let left = ContinuousClock.now.duration(to: deadline).components
        let milliseconds = max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000)
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, Int32(clamping: milliseconds))
    }

    /// Nil for a host with characters that no name and no address has: what a reader asks for must not become another
    /// part of the URL.
    private static func url(_ host: HostEndpoint, _ security: HostSecurity) -> String? {
        guard !host.host.isEmpty, host.host.utf8.allSatisfy(isPlain) else { return nil }
        let name = host.host.contains(":") ? "[\(host.host)]" : host.host
        return (security == .tls ? "https://" : "http://") + name + ":\(host.port)"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }
}

extension LinkFault {
    fileprivate init(_ result: ccurl_result, _ connection: OpaquePointer) {
        let code = ccurl_code(connection)
        let kind: Kind =
            switch result {
            case ccurl_name_not_resolved: .nameNotResolved
            case ccurl_not_connected: [ENETUNREACH, EHOSTUNREACH].contains(code) ? .notFound : .refused
            case ccurl_timed_out: .timedOut
            case ccurl_tls_failed, ccurl_other_key: .tlsFailed
            case ccurl_lost: .lost
            default: .other
            }
        self.init(kind, systemCode: code)
    }
}
