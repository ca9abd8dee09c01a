import Console
import Screen
import Simulator
import TestKit
import Testing
import Time

/// Goes a journey, step by step. After each step it waits until everything has come to rest, never for time.
struct JourneyRunner {
    private let name: String
    private let world: JourneyWorld

    init(_ journey: Journey, name: String) throws {
        self.name = name
        world = try JourneyWorld(journey)
        for (line, step) in journey.steps {
            try take(step) { isTrue, what in
                #expect(isTrue, "\(name):\(line): \(what())\n\(world.screen)")
            }
            world.settle()
        }
    }

    private func take(_ step: Journey.Step, check: (Bool, () -> String) -> Void) throws {
        switch step {
        case .press(let key): world.press(key)
        case .type(let text): for character in text { world.press(.character(character)) }
        case .paste(let text): world.tell(.key(.paste(text)))
        case .confirm:
            world.wait(.milliseconds(500))
            world.press(.enter)
        case .wait(let duration): world.wait(duration)
        case .resize(let size): world.tell(.resized(size))
        case .see(let text): check(world.shows(text)) { "“\(text)” is not there" }
        case .notSee(let text): check(!world.shows(text)) { "“\(text)” is there" }
        case .journal(let lines): check(world.journalLines == lines) { "the journal has \(world.journalLines)" }
        case .ledger(let lines): check(world.ledgerLines == lines) { "the ledger has \(world.ledgerLines)" }
        case .trail(let lines): check(world.trailLines == lines) { "the trail has \(world.trailLines)" }
        case .drawn(let lines): check(world.drawnLines == lines) { "handed on was \(world.drawnLines)" }
        case .wakeUp: world.tell(.resumed)
        case .cutTheCable: world.reader.cut()
        case .loseTheNextAnswer: world.reader.plan(FaultPlan(lostAnswers: 1))
        case .restartTheTill: try world.restart()
        case .anotherTillSells: try world.restart(beside: OtherTill(pid: 4711, since: WallTime(milliseconds: 0)))
        case .quits: check(world.hasQuit) { "the till runs on" }
        case .runs: check(!world.hasQuit) { "the till has quit" }
        }
    }
}
