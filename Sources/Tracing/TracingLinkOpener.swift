import Captures
public import Payments
public import Ports

/// Opens links through another opener and writes down what passes over them.
public struct TracingLinkOpener: LinkOpener {
    private let base: any LinkOpener
    private let file: TraceFile
    private let time: any TimeSource

    public init(_ base: any LinkOpener, into file: TraceFile, time: any TimeSource) {
        self.base = base
        self.file = file
        self.time = time
    }

    public func open(_ address: ReaderAddress, deliver: @escaping @Sendable (LinkEvent) -> Void) -> any Link {
        let recorder = LinkRecorder(Self.trace(address), file: file, time: time)
        let link = base.open(address) { event in
            switch event {
            case .received(let bytes): recorder.record(bytes, .inbound)
            case .closed: recorder.end()
            case .opened, .drained: break
            }
            deliver(event)
        }
        return TracedLink(link, recorder)
    }

    private static func trace(_ address: ReaderAddress) -> any WireTrace {
        guard !address.isProtocolOpen else { return UndecidedTrace() }
        return address.wireProtocol == .datecs ? PinpadTrace() : LinkTrace()
    }
}

/// A link whose sent bytes are written down before they go.
private final class TracedLink: Link {
    private let link: any Link
    private let recorder: LinkRecorder

    init(_ link: any Link, _ recorder: LinkRecorder) {
        self.link = link
        self.recorder = recorder
    }

    func send(_ bytes: [UInt8]) {
        recorder.record(bytes, .outbound)
        link.send(bytes)
    }

    func close() { link.close() }
}
