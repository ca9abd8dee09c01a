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

    /// - Parameter signals: nobody else may take from it.
    init(signals: SignalInbox) {
        startThread { [mailbox] in
            var waiting = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
            while poll(&waiting, 1, -1) >= 0 || errno == EINTR {
                for number in signals.take() { mailbox.post(.signal(number)) }
            }
        }
    }

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
