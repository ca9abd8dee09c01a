import Glibc
public import Payments
public import Ports
import Threads

/// Opens links to readers on serial lines, ptys, TCP and Unix sockets and over Bluetooth, each served by a thread of its own.
///
/// Sockets are written without SIGPIPE. A reader that another till holds open is `busy`.
public struct SystemLinkOpener: LinkOpener {
    private let demo: (any LinkOpener)?
    private let services: (any ServiceChannels)?
    private let connectTimeout: Duration

    /// - Parameters:
    ///   - demo: opens `demo:` addresses; without it they are not supported.
    ///   - services: tells a Bluetooth reader's channel where its address doesn't.
    ///   - connectTimeout: for each connection as a whole.
    public init(
        demo: (any LinkOpener)? = nil, services: (any ServiceChannels)? = nil, connectTimeout: Duration = .seconds(10)
    ) {
        self.demo = demo
        self.services = services
        self.connectTimeout = connectTimeout
    }

    public func open(_ address: ReaderAddress, deliver: @escaping @Sendable (LinkEvent) -> Void) -> any Link {
        if case .demo = address.place, let demo { return demo.open(address, deliver: deliver) }
        let link = StreamLink()
        let isStarted = startThread { [self] in serve(link, address.place, deliver) }
        if !isStarted { link.end(LinkFault(errno: EAGAIN), deliver: deliver) }
        return link
    }

    private func serve(_ link: StreamLink, _ place: ReaderAddress.Place, _ deliver: (LinkEvent) -> Void) {
        do {
            let stream = try stream(to: place, for: link)
            link.run(stream, deliver: deliver)
            close(stream.number)
        } catch {
            link.end(error, deliver: deliver)
        }
    }

    private func stream(to place: ReaderAddress.Place, for link: StreamLink) throws(LinkFault) -> Descriptor {
        switch place {
        case .rfcomm(let reader, let channel):
            Descriptor(
                number: try Dialer(link: link, timeout: connectTimeout).dial(
                    reader, channel: channel, asking: services),
                kind: .radio)
        case .serial(let path, let baud):
            Descriptor(number: try SerialLine.open(path, baud: baud), kind: .terminal)
        case .tcp(let host, let port):
            Descriptor(
                number: try Dialer(link: link, timeout: connectTimeout).dial(host: host, port: port), kind: .socket)
        case .unix(let path):
            Descriptor(number: try Dialer(link: link, timeout: connectTimeout).dial(path: path), kind: .socket)
        case .demo: throw LinkFault(.notSupported)
        }
    }
}
