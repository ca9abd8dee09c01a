public import Screen

/// What runs on a terminal. Every call comes from the thread that runs the loop.
public protocol TerminalApp: AnyObject {
    /// The loop ends when this is false.
    var running: Bool { get }
    /// Shown in the window's title; made printable.
    var title: String { get }
    var theme: Theme { get }
    /// Whether mouse events are wanted; without them the terminal selects text as ever.
    var mouse: Bool { get }
    /// Whether Ctrl-Z may stop the program now. It may not while money may move.
    var suspendable: Bool { get }
    /// How long the app can wait from now on; `wake` is called then. Nil waits until something happens.
    var patience: Duration? { get }

    func handle(_ key: Key)
    func handle(_ signal: TerminalSignal)
    /// Somebody used the waker, or `patience` has run out.
    func wake()
    /// The screen as it is now.
    func draw(in canvas: inout Canvas)
}

/// What the system asks of a program.
public enum TerminalSignal: Hashable, Sendable {
    /// SIGTERM.
    case terminate
    /// SIGHUP, or the terminal is gone. Nothing is painted from here on.
    case hangUp
    /// SIGINT from outside; Ctrl-C is a key.
    case interrupt
    /// SIGUSR1: another program wants the running payment cancelled.
    case cancel
    /// Ctrl-Z or SIGTSTP while `suspendable` was false: say why not.
    case suspendRefused
    /// The program was stopped and goes on.
    case resumed
}
