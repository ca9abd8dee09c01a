import Engine
import Glibc
import Terminal
import Threads

/// What a command without a console waits for: the engine, signals, and lines on standard input.
enum CommandMessage: Sendable {
    case engine(EngineEvent)
    case signal(Int32)
    /// A line without its end; nil at the end of input.
    case input(String?)
}

/// Collects them in one mailbox.
final class CommandLoop: Sendable {
    private let mailbox = Mailbox<CommandMessage>()

    private let end = Outbox()

    /// - Parameter signals: nobody else may take from it as long as this lives.
    init(signals: SignalInbox) {
        startThread { [mailbox, end] in
            var waiting = [signals.descriptor, end.wakeUp].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            while poll(&waiting, 2, -1) >= 0 || errno == EINTR, !end.isGivenUp {
                for number in signals.take() { mailbox.post(.signal(number)) }
            }
        }
    }

    deinit { end.giveUp() }

    func post(_ event: EngineEvent) {
        CrashTrail.note(event)
        mailbox.post(.engine(event))
    }

    /// Waits for as long as it takes.
    func wait() -> [CommandMessage] { mailbox.wait(until: nil) }

    /// Starts reading standard input, line by line; once.
    func readInput() {
        startThread { [mailbox] in
            while let line = readLine() { mailbox.post(.input(line)) }
            mailbox.post(.input(nil))
        }
    }
}
