import Datecs
import Doubles
import EMV
import Payments
import TestKit
import Testing
import Time
import Wire

@testable import Readers

@Suite("A pinpad's session keeps its rules whatever comes")
struct DatecsSessionPropertyTests {
    @Test("no trap, one end for each start, one START for each proceed, silence once it is closed")
    func anyOrder() {
        let tallies = (1...60).map { run(seed: $0) }
        // Worth something only where payments were started.
        #expect(tallies.reduce(0) { $0 + $1.started } > 60)
        #expect(tallies.reduce(0) { $0 + $1.sent } > 10)
        #expect(tallies.reduce(0) { $0 + $1.finished } > 30)
    }

    private func run(seed: UInt64) -> Tally {
        var random = SeededGenerator(seed: seed)
        var session = PinpadDriver.ready().session
        var tally = Tally()
        var now = Uptime.zero
        for _ in 0..<600 {
            let input = Self.input(&random, session, &now)
            let wasClosed = session.isClosed
            tally.note(input, ready: session.phase == .ready)
            let effects = session.handle(input, at: now)
            #expect(!wasClosed || effects.isEmpty, "seed \(seed)")
            for effect in effects { tally.note(effect) }
            #expect(tally.isSound, "seed \(seed)")
        }
        return tally
    }

    private struct Tally {
        var started = 0
        var finished = 0
        var proceeded = 0
        /// STARTs of payments.
        var sent = 0
        private var deframer = Deframer()

        var isSound: Bool { finished <= started && sent <= proceeded }

        mutating func note(_ input: ReaderInput, ready: Bool) {
            switch input {
            case .command(.start) where ready: started += 1
            case .command(.proceed): proceeded += 1
            default: break
            }
        }

        mutating func note(_ effect: ReaderEffect) {
            switch effect {
            case .event(.finished): finished += 1
            case .send(let bytes):
                deframer.push(bytes)
                while let located = deframer.next() {
                    guard case .frame(let message) = located.unit,
                        case .command(.start(let start))? = try? Packet(message), start.type == .purchase
                    else { continue }
                    sent += 1
                }
            default: break
            }
        }
    }

    private static func input(
        _ random: inout SeededGenerator, _ session: DatecsSession, _ now: inout Uptime
    ) -> ReaderInput {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6: return .received(FrameEncoder.frame(fitting(session.line.awaited, &random).message))
        case 6..<11: return .received(bytes(&random))
        case 11..<15: return .command(command(&random))
        case 15, 16: return .host(hostInput(&random))
        case 17 where Int.random(in: 0..<30, using: &random) == 0: return .linkClosed
        default:
            now = max(now, session.nextDeadline ?? now)
            return .deadline
        }
    }

    private static func command(_ random: inout SeededGenerator) -> ReaderCommand {
        let commands: [ReaderCommand] = [
            .initialise(clock: PinpadDriver.clock), .start(PinpadDriver.request), .start(PinpadDriver.request),
            .proceed,
            .proceed, .refuseStart, .fetchPendingResult(since: nil),
            .fetchPendingResult(since: ReaderMark(batch: 42, lastRecord: 122)), .serve(.endOfDay),
            .serve(.testConnection), .serve(.update), .serve(.keys), .serve(.menu),
            .serve(.setClock(PinpadDriver.clock)), .cancel, .relay, .refuseRelay, .acknowledgeResult,
        ]
        return commands.randomElement(using: &random) ?? .cancel
    }

    private static func hostInput(_ random: inout SeededGenerator) -> HostInput {
        let inputs: [HostInput] = [
            .opened, .received([UInt8](repeating: 7, count: 1500)), .drained, .closed, .failed(.timedOut),
        ]
        return inputs.randomElement(using: &random) ?? .opened
    }

    /// A reply to what was asked; where nothing was, an event.
    private static func fitting(_ awaited: CommandID?, _ random: inout SeededGenerator) -> Packet {
        let refused = Int.random(in: 0..<8, using: &random) == 0
        guard let awaited else { return .event(.complete(.approved)) }
        guard !refused else { return .reply(Reply(.noData)) }
        let content: Reply.Content =
            switch awaited {
            case .terminalTags: .record(.terminal)
            case .reportTags: .record(.logged(.purchase, .approved, stan: Int.random(in: 120...123, using: &random)))
            case .receiptTags: .record(.approved)
            case .readerState: .readerState(.idle)
            case .pinpadStatus: .pinpadStatus(PinpadStatus())
            default: .nothing
            }
        return .reply(Reply(.ok, content))
    }

    /// Mostly what a reader could say at some time, now and then anything.
    private static func bytes(_ random: inout SeededGenerator) -> [UInt8] {
        guard Int.random(in: 0..<12, using: &random) > 0 else { return random.bytes(upTo: 40) }
        let packets: [Packet] = [
            .reply(Reply()), .reply(Reply()), .reply(Reply()), .reply(Reply(.ok, .pinpadInfo(.sample))),
            .reply(Reply(.ok, .readerState(.idle))), .reply(Reply(.ok, .readerState(.online))),
            .reply(Reply(.ok, .pinpadStatus(PinpadStatus()))),
            .reply(Reply(.ok, .pinpadStatus(PinpadStatus(pending: .hung)))),
            .reply(Reply(.ok, .clock(PinpadDriver.clock))), .reply(Reply(.ok, .record(.terminal))),
            .reply(Reply(.ok, .record(.logged(.purchase, .approved, stan: 123)))),
            .reply(Reply(.ok, .record(Record([TLV(.stan, bcd: 122)])))), .reply(Reply(.ok, .maxMTU(1024))),
            .reply(Reply(.noData)), .reply(Reply(.notInThisState)), .reply(Reply(.busy)),
            .event(.complete(.approved)), .event(.complete(.declined)), .event(.complete(.cancelled)),
            .event(.intermediateComplete(.approved)), .event(.hangReceipt(.approved)), .event(.socketOpen(.sample)),
            .event(.socketClose(id: 1)), .event(.sendData(id: 1, [1, 2, 3])), .event(.display(.presentCard)),
        ]
        let count = Int.random(in: 1...2, using: &random)
        return (0..<count).flatMap { _ in
            FrameEncoder.frame((packets.randomElement(using: &random) ?? packets[0]).message)
        }
    }
}
