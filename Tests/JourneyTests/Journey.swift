import Acquirer
import Localization
import Payments
import Screen
import Simulator
import TestKit

/// A journey as its file tells it: how things are at first, then step by step what a cashier does and sees.
struct Journey {
    var scenario = Scenario.default
    /// The reader is a pinpad, and has these peculiarities.
    var pinpad: Set<PinpadQuirk>?
    var quirks: Set<Quirk> = []
    var pace = Pace.instant
    /// Unknown payments can be looked up.
    var hasCloud = false
    /// How Bluetooth is; nil where there is none.
    var bluetooth: JourneyRadio.Mood?
    var language = Language.en
    var size = Size(width: 80, height: 24)
    var currency = Currency.pounds
    /// The till was given another secret than the reader has.
    var hasWrongSecret = false
    /// The credential file's passphrase; nil where there is no such file.
    var passphrase: String?
    var operators: [Person] = []
    var lockAfter: Duration?
    /// Customers sign on the screen.
    var hasPad = false
    var steps: [(line: Int, step: Step)] = []

    struct Person: Equatable {
        var name: OperatorName
        var role: OperatorRole
        var pin: String
    }

    enum Step: Equatable {
        case press(Key)
        case type(String)
        case paste(String)
        /// Leaves Enter alone for half a second, then presses it again.
        case confirm
        case wait(Duration)
        case resize(Size)
        case see(String)
        case notSee(String)
        /// Every entry so far.
        case journal([String])
        /// What the acquirer decided so far.
        case ledger([String])
        /// The audit trail so far.
        case trail([String])
        /// How many strokes the drawn signatures have that were handed on so far.
        case drawn([String])
        /// The lid was closed, or Ctrl-Z and fg.
        case wakeUp
        case cutTheCable
        case loseTheNextAnswer
        case restartTheTill
        /// This till is started again while another one holds the journal.
        case anotherTillSells
        /// The console has asked for the program's end.
        case quits
        case runs
    }
}

/// What is wrong with a journey's file.
struct JourneyError: Error, Hashable, CustomStringConvertible {
    var line: Int
    var text: String

    var description: String { "line \(line): \(text)" }
}
