import Acquirer
import Ports
import Time

/// Everything a loopback holds: the queue, the reader, the acquirer's calls, and what goes wrong.
struct LoopbackWorld: Sendable {
    typealias Deliver = @Sendable (LinkEvent) -> Void

    enum Delivery: Sendable {
        /// To be called outside the lock.
        case outside(Deliver, LinkEvent)
        /// Happened inside.
        case inside
    }

    private enum Waiting: Sendable {
        case reader(VirtualHeftReader.Input)
        case host(Deliver, LinkEvent)
        case acquirer(Int, [UInt8])
    }

    var reader: VirtualHeftReader
    var faults: FaultPlan
    var told: [String] = []
    private let acquirer: AcquirerDesk
    private var queue: [Waiting] = []
    private var link: (id: Int, deliver: Deliver)?
    private var calls: [Int: (deliver: Deliver, conversation: AcquirerConversation)] = [:]
    private var lastID = 0

    init(reader: VirtualHeftReader, acquirer: AcquirerDesk, faults: FaultPlan) {
        self.reader = reader
        self.acquirer = acquirer
        self.faults = faults
    }

    /// Takes the next thing out of the queue; with an empty queue, the reader's deadline if it has come.
    mutating func next(at now: Uptime) -> Delivery? {
        guard !queue.isEmpty else {
            guard let deadline = reader.nextDeadline, deadline <= now else { return nil }
            readerTakes(.tick, at: now)
            return .inside
        }
        switch queue.removeFirst() {
        case .host(let deliver, let event): return .outside(deliver, event)
        case .reader(let input): readerTakes(input, at: now)
        case .acquirer(let id, let bytes): acquirerTakes(bytes, on: id)
        }
        return .inside
    }

    mutating func openLink(_ deliver: @escaping Deliver) -> Int {
        cut()
        lastID += 1
        link = (lastID, deliver)
        queue += [.reader(.opened), .host(deliver, .opened)]
        return lastID
    }

    mutating func hostSends(_ bytes: [UInt8], on id: Int) {
        guard let link, link.id == id, !bytes.isEmpty else { return }
        let (arriving, isCut) = faults.pass(bytes, .toReader)
        queue += [.reader(.received(arriving)), .host(link.deliver, .drained)]
        if isCut { cut() }
    }

    mutating func hostCloses(_ id: Int) {
        guard let link, link.id == id else { return }
        close(link.deliver, nil)
    }

    /// Both ends learn that the link has broken.
    mutating func cut() {
        if let link { close(link.deliver, LinkFault(.lost)) }
    }

    mutating func openCall(_ deliver: @escaping Deliver) -> Int {
        lastID += 1
        calls[lastID] = (deliver, AcquirerConversation(acquirer))
        queue.append(.host(deliver, .opened))
        return lastID
    }

    mutating func hostCalls(_ bytes: [UInt8], on id: Int) {
        guard let call = calls[id], !bytes.isEmpty else { return }
        queue += [.acquirer(id, bytes), .host(call.deliver, .drained)]
    }

    mutating func hostHangsUp(_ id: Int) {
        guard let call = calls.removeValue(forKey: id) else { return }
        queue.append(.host(call.deliver, .closed(nil)))
    }

    private mutating func close(_ deliver: @escaping Deliver, _ fault: LinkFault?) {
        link = nil
        queue += [.reader(.closed), .host(deliver, .closed(fault))]
    }

    private mutating func readerTakes(_ input: VirtualHeftReader.Input, at now: Uptime) {
        for effect in reader.handle(input, at: now) {
            switch effect {
            case .send(let bytes): readerSends(bytes)
            case .close: if let link { close(link.deliver, nil) }
            case .event(let line): told.append(line)
            }
        }
    }

    private mutating func readerSends(_ bytes: [UInt8]) {
        guard let link else { return }
        let (arriving, isCut) = faults.pass(bytes, .toHost)
        if !arriving.isEmpty { queue.append(.host(link.deliver, .received(arriving))) }
        if isCut { cut() }
    }

    private mutating func acquirerTakes(_ bytes: [UInt8], on id: Int) {
        guard var call = calls[id] else { return }
        let answer = call.conversation.receive(bytes)
        calls[id] = call
        guard let answer else { return }
        if !faults.losesAnswer() { queue.append(.host(call.deliver, .received(answer))) }
        hostHangsUp(id)
    }
}
