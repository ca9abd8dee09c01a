import Testing
import Time

@testable import Simulator

@Suite("What goes wrong, and where")
struct FaultPlanTests {
    private let bytes: [UInt8] = [10, 11, 12, 13, 14]

    @Test("without faults everything passes")
    func none() {
        var plan = FaultPlan.none
        let passed = plan.pass(bytes, .toReader)
        #expect(passed.arriving == bytes && !passed.isCut)
    }

    @Test("a cut lets the bytes before it through and happens once", arguments: 0...5)
    func cut(offset: Int) {
        var plan = FaultPlan([.init(.cut, .toReader, after: offset)])
        let passed = plan.pass(bytes, .toReader)
        let later = plan.pass(bytes, .toReader)
        #expect(passed.arriving == Array(bytes.prefix(offset)) && passed.isCut)
        #expect(later.arriving == bytes && !later.isCut)
    }

    @Test("bytes are counted over several sends, each direction for itself")
    func counting() {
        var plan = FaultPlan([.init(.flip, .toHost, after: 7)])
        let other = plan.pass(bytes + bytes, .toReader)
        let first = plan.pass(bytes, .toHost)
        let second = plan.pass(bytes, .toHost)
        #expect(other.arriving == bytes + bytes)
        #expect(first.arriving == bytes)
        #expect(second.arriving == [10, 11, 13, 13, 14])
    }

    @Test("a byte can be missing, come twice, or have a bit turned over")
    func kinds() {
        var plan = FaultPlan([
            .init(.drop, .toReader, after: 0), .init(.double, .toReader, after: 2), .init(.flip, .toReader, after: 4),
        ])
        #expect(plan.pass(bytes, .toReader).arriving == [11, 12, 12, 13, 15])
    }

    @Test("bytes behind a late one wait for it, and the other direction doesn't")
    func delay() {
        var cable = FaultyCable(FaultPlan(delays: [.init(.toHost, after: 2, by: .seconds(3))]))
        let start = Uptime(nanoseconds: 1_000_000_000)
        let first = cable.carry(bytes, .toHost, at: start)
        let other = cable.carry(bytes, .toReader, at: start)
        let behind = cable.carry([20], .toHost, at: start + .seconds(1))
        #expect(first == [.init(direction: .toHost, bytes: [10, 11], isCut: false)])
        #expect(other == [.init(direction: .toReader, bytes: bytes, isCut: false)])
        #expect(behind.isEmpty && cable.nextDeadline == start + .seconds(3))
        #expect(cable.due(at: start + .milliseconds(2999)).isEmpty)
        #expect(cable.due(at: start + .seconds(3)).flatMap(\.bytes) == [12, 13, 14, 20])
        #expect(cable.carry(bytes, .toHost, at: start + .seconds(4)).flatMap(\.bytes) == bytes)
    }

    @Test("what is on its way is lost with the link")
    func lateAndCut() {
        var cable = FaultyCable(
            FaultPlan([.init(.cut, .toReader, after: 3)], delays: [.init(.toReader, after: 1, by: .seconds(1))]))
        let start = Uptime(nanoseconds: 1_000_000_000)
        #expect(cable.carry(bytes, .toReader, at: start).flatMap(\.bytes) == [10])
        let late = cable.due(at: start + .seconds(1))
        #expect(late == [.init(direction: .toReader, bytes: [11, 12], isCut: true)])
        cable.lose()
        #expect(cable.nextDeadline == nil)
    }

    @Test("a plan can be written as text")
    func text() {
        let plan = FaultPlan("cut-in=120,flip-out=7,delay-out=40:1500,drop-in=0,double-out=3,lost-answers=1")
        let faults: [FaultPlan.Fault] = [
            .init(.cut, .toReader, after: 120), .init(.flip, .toHost, after: 7), .init(.drop, .toReader, after: 0),
            .init(.double, .toHost, after: 3),
        ]
        #expect(plan == FaultPlan(faults, delays: [.init(.toHost, after: 40, by: .milliseconds(1500))], lostAnswers: 1))
    }

    @Test(
        "a text that is no plan is nil",
        arguments: [
            "", "cut", "cut-in", "cut-in=", "cut-in=-1", "cut-in=x", "bend-in=1", "cut-up=1", "cut-in=1,", "=1",
            "delay-in=1", "delay-in=1:",
            "delay-in=1:-1", "delay-up=1:1", "delay-in=1:600001",
        ])
    func noPlan(text: String) {
        #expect(FaultPlan(text) == nil)
    }
}
