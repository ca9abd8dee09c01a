import Checkout
import Ports
import Readers

/// The connection to the acquirer that the reader asks for.
extension EngineCore {
    mutating func perform(_ effect: HostEffect) {
        switch effect {
        case .open(let host, let port, let seconds, let wrapping):
            dial(HostEndpoint(host: host, port: port), seconds, wrapping)
        case .send(let bytes): hostLink.link?.send(bytes)
        case .close: hostLink.close()
        }
    }

    /// A host that may not be dialled gets the protocol's own refusal, and a line in the log.
    ///
    /// What is TLS already, because the reader makes it, isn't wrapped once more.
    private mutating func dial(_ endpoint: HostEndpoint, _ seconds: UInt16, _ wrapping: HostWrapping?) {
        let number = hostLink.next()
        guard var security = settings.hostSecurity(endpoint, readerIsBluetooth) else {
            tell(TillFault("host-not-allowed", .reader, detail: "\(endpoint.host):\(endpoint.port)"))
            post(.host(link: number, .closed(LinkFault(.notAllowed))))
            return
        }
        if wrapping == .byReader { security = .plain }
        let post = post
        hostLink.take(
            ports.hosts.connect(to: endpoint, security: security, timeout: .seconds(Int(seconds))) {
                post(.host(link: number, $0))
            })
    }

    mutating func hostLinkDid(_ number: Int, _ event: LinkEvent) {
        guard number == hostLink.number else { return hostLink.heardOld(event) }
        switch event {
        case .opened: advance(.host(.opened))
        case .received(let bytes): advance(.host(.received(bytes)))
        case .drained: advance(.host(.drained))
        case .closed(let fault):
            hostLink.ended()
            advance(.host(Self.ending(fault)))
        }
    }

    private static func ending(_ fault: LinkFault?) -> HostInput {
        switch fault?.kind {
        case nil: .closed
        case .timedOut: .failed(.timedOut)
        default: .failed(.unreachable)
        }
    }
}
