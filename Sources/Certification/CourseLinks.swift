import Heft
import Payments
import Ports
import Threads

/// Opens links through another opener and notes the messages on them.
struct CourseLinks: LinkOpener {
    let base: any LinkOpener
    let course: Course
    /// Notes a sale as soon as the link is open, which nobody asked for.
    let sellsTooEarly: Bool

    func open(_ address: ReaderAddress, deliver: @escaping @Sendable (LinkEvent) -> Void) -> any Link {
        let inbound = Locked(LinkReceiver())
        let (course, sellsTooEarly) = (course, sellsTooEarly)
        let link = base.open(address) { event in
            if event == .opened, sellsTooEarly { course.note(.sent(CommandID.sale.text)) }
            if case .received(let bytes) = event {
                for case .message(.success(let message)) in inbound.withLock({ $0.receive(bytes) }) {
                    course.note(.received(message.command.text))
                }
            }
            deliver(event)
        }
        return CourseLink(link, course)
    }
}

/// A link that notes a message when its first byte leaves.
private final class CourseLink: Link {
    private let link: any Link
    private let course: Course
    private let outbound = Locked(LinkReceiver())
    /// Start mark, then the command. Source: heft.md 2.2, 3.1.
    private static let command = 2..<6

    init(_ link: any Link, _ course: Course) {
        self.link = link
        self.course = course
    }

    func send(_ bytes: [UInt8]) {
        let isFirst = outbound.withLock { receiver in
            defer { _ = receiver.receive(bytes) }
            return !receiver.isInsideMessage && bytes.count > Self.command.upperBound
        }
        if isFirst { course.note(.sent(String(decoding: bytes[Self.command], as: UTF8.self))) }
        link.send(bytes)
    }

    func close() { link.close() }
}
