import Acquirer
import Heft
import Markup
import Ports
import Time

extension Operation {
    /// How long the host may take to prove that it knows the secret. [own choice]
    static let proofWait = Duration.seconds(60)
    /// What a host gets beyond the time-out that it was given. [own choice]
    static let hostMargin = Duration.seconds(15)
    /// What H020 asks for; more is accepted. Source: heft.md 5.2.
    static let receiveLength: UInt16 = 0x4000

    /// Does one step of the script.
    mutating func run(_ step: Step, at now: Uptime, in surroundings: Surroundings) -> [Effect] {
        switch step {
        case .event(let status, let cancelAllowed):
            waiting = .acknowledgement(cancelAllowed: cancelAllowed)
            return event(
                status, cancelAllowed: cancelAllowed, hasFlag: !surroundings.settings.quirks.contains(.noCancelFlag))
        case .ask(let question): return ask(question, at: now, in: surroundings)
        case .send(let kind):
            asked = kind
            inquiry = nil
            if progress == .untouched { progress = .sent }
            return ask(.send, at: now, in: surroundings)
        case .inquire(let subject):
            inquiry = subject
            return ask(.send, at: now, in: surroundings)
        case .pause(let wait):
            waiting = .pause(until: now + wait)
            return []
        case .conclude:
            steps = conclusion(surroundings.settings.scenario)
            return []
        case .loseLink(let ending, let saysGoodbye): return [.loseLink(ending, saysGoodbye: saysGoodbye)]
        case .finish(let ending): return [.finish(ending)]
        }
    }

    private func event(_ status: Status, cancelAllowed: Bool, hasFlag: Bool) -> [Effect] {
        let flag = MarkupNode("CancelAllowed", text: cancelAllowed ? "true" : "false")
        let document = MarkupNode(
            "EventInfoResponse",
            children: [MarkupNode("StatusMessage", text: status.eventText)] + (hasFlag ? [flag] : []))
        return [.told("event \(status.hex) \(status.eventText)"), .send(.event(status, XMLText(document)))]
    }

    private mutating func ask(_ question: Question, at now: Uptime, in surroundings: Surroundings) -> [Effect] {
        let wait: Duration =
            switch question {
            case .proof: Self.proofWait
            case .verdict where givesUpSoon(surroundings.settings.quirks): .seconds(1)
            case .verdict: .seconds(Int(surroundings.settings.signatureTimeout))
            case .connect, .send, .receive, .disconnect:
                .seconds(Int(surroundings.settings.hostTimeout)) + Self.hostMargin
            }
        waiting = .answer(question, until: now + wait)
        return [.send(request(question, in: surroundings))]
    }

    private func request(_ question: Question, in surroundings: Surroundings) -> Packet {
        let seconds = surroundings.settings.hostTimeout
        let acquirer = surroundings.settings.acquirer
        switch question {
        case .proof: return .challenge(Challenge(random: challenge, xml: XMLText(bytes: [])))
        case .connect:
            return .hostConnect(HostConnect(address: acquirer.host, port: acquirer.port, timeoutSeconds: seconds))
        case .send:
            let asking = facts.request(asked, from: surroundings.settings.serialNumber)
            let post =
                inquiry.map { HostInquiry.httpPost($0, to: acquirer) }
                ?? asking.httpPost(host: acquirer.host, port: acquirer.port)
            return .hostSend(HostSend(timeoutSeconds: seconds, data: post))
        case .receive: return .hostReceive(HostReceive(length: Self.receiveLength, timeoutSeconds: seconds))
        case .disconnect: return .hostDisconnect
        case .verdict: return .signatureRequest(signatureRequest(in: surroundings))
        }
    }

    private func signatureRequest(in surroundings: Surroundings) -> SignatureRequest {
        let settings = surroundings.settings
        let paper = DemoReceipt(facts: facts, ending: nil, stamp: surroundings.stamp, card: settings.card)
        let timeout = MarkupNode("timeout", text: String(settings.signatureTimeout))
        return SignatureRequest(
            receipt: SignaturePaper(quirks: settings.quirks, id: facts.id).bytes(paper.html(for: .merchant)),
            xml: XMLText(MarkupNode("SignatureRequiredRequest", children: [timeout])))
    }

    /// What follows when the acquirer has answered and hung up.
    private func conclusion(_ scenario: Scenario) -> [Step] {
        if case .unsigned = progress { return .signing }
        guard case .answered(let answer) = progress else { return [.finish(.hostFailed(.receivingError))] }
        guard !facts.isVoid, let loss = scenario.plan(for: facts.amount).loss else { return [.finish(Ending(answer))] }
        return [.pause(loss.wait), .loseLink(Ending(answer), saysGoodbye: loss.saysGoodbye)]
    }
}

extension Status {
    /// Four hexadecimal digits.
    var hex: String {
        let digits = String(rawValue, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
