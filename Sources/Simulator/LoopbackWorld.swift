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
        case reader(ReaderInput)
        case host(Deliver, LinkEvent)
        case acquirer(Int, [UInt8])
    }

    var reader: any VirtualReader
    private var cable: FaultyCable
    var told: [String] = []
    private let acquirer: AcquirerDesk
    private var queue: [Waiting] = []
    private var link: (id: Int, deliver: Deliver)?
    private var calls: [Int: (deliver: Deliver, conversation: AcquirerConversation)] = [:]
    private var lastID = 0

    init(reader: any VirtualReader, acquirer: AcquirerDesk, faults: FaultPlan) {
        self.reader = reader
        self.acquirer = acquirer
        cable = FaultyCable(faults)
    }

    var faults: FaultPlan {
        get { cable.plan }
        set { cable.plan = newValue }
    }

    /// When the reader, or what is late on its way, is next.
    var nextDeadline: Uptime? { [reader.nextDeadline, cable.nextDeadline].compactMap(\.self).min() }

    /// Takes the next thing out of the queue; with an empty queue, what is late on its way and arrives now, and then the
    /// reader's deadline if it has come.
    mutating func next(at now: Uptime) -> Delivery? {
        guard !queue.isEmpty else {
            if let late = cable.nextDeadline, late <= now {
                arrive(cable.due(at: now))
                return .inside
            }
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

    mutating func hostSends(_ bytes: [UInt8], on id: Int, at now: Uptime) {
        guard let link, link.id == id, !bytes.isEmpty else { return }
        queue.append(.host(link.deliver, .drained))
        arrive(cable.carry(bytes, .toReader, at: now))
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
        guard !cable.plan.refusesCall() else {
            queue.append(.host(deliver, .closed(LinkFault(.refused))))
            return lastID
        }
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
        cable.lose()
        queue += [.reader(.closed), .host(deliver, .closed(fault))]
    }

    private mutating func readerTakes(_ input: ReaderInput, at now: Uptime) {
        for effect in reader.handle(input, at: now) {
            switch effect {
            case .send(let bytes): readerSends(bytes, at: now)
            case .close: if let link { close(link.deliver, nil) }
            case .event(let line): told.append(line)
            case .call(let bytes): queue.append(.reader(.networked(answer(to: bytes))))
            }
        }
    }

    /// Through the reader's own network.
    private mutating func answer(to bytes: [UInt8]) -> [UInt8]? {
        guard !cable.plan.refusesCall() else { return nil }
        var conversation = AcquirerConversation(acquirer)
        let answer = conversation.receive(bytes)
        return cable.plan.losesAnswer() ? nil : answer
    }

    private mutating func readerSends(_ bytes: [UInt8], at now: Uptime) {
        if link != nil { arrive(cable.carry(bytes, .toHost, at: now)) }
    }

    private mutating func arrive(_ arrivals: [FaultyCable.Arrival]) {
        for arrival in arrivals {
            guard let link else { return }
            switch arrival.direction {
            case .toReader: queue.append(.reader(.received(arrival.bytes)))
            case .toHost: if !arrival.bytes.isEmpty { queue.append(.host(link.deliver, .received(arrival.bytes))) }
            }
            if arrival.isCut { cut() }
        }
    }

    private mutating func acquirerTakes(_ bytes: [UInt8], on id: Int) {
        guard var call = calls[id] else { return }
        let answer = call.conversation.receive(bytes)
        calls[id] = call
        guard let answer else { return }
        let isLost = cable.plan.losesAnswer()
        if !isLost { queue.append(.host(call.deliver, .received(answer))) }
        if isLost || call.conversation.isOver { hostHangsUp(id) }
    }
}
