import CPosix
import Glibc
import Screen

/// Runs an app on the terminal of this process: waits for keys, signals and the waker, lets the app act on everything
/// that has come, then paints once. It never wakes up for nothing.
public final class TerminalLoop {
    /// How the loop came to its end.
    public enum End: Hashable, Sendable {
        /// The app stopped running.
        case finished
        /// The terminal is gone, or SIGHUP said so. The app may have work left.
        case terminalLost
    }

    /// Under load the screen is painted twice in this time; keys are answered at once. [own choice: console.md asks for
    /// near 20 a second. Two, because what a key or the start sets off comes right after the first one]
    static let paintInterval = Duration.milliseconds(100)
    /// When a paste is given up that has begun and does not end. [own choice]
    static let pastePatience = Duration.milliseconds(500)

    /// How often a program in the background looks whether it is back: a shell's `fg` says nothing to a running job.
    static let awayInterval = Duration.milliseconds(250)

    private let screen: CursesScreen
    private let app: any TerminalApp
    private let signals: SignalInbox
    private let waker: Waker
    private let clock = SuspendingClock()
    /// The last two paints, older first.
    private var paints: (SuspendingClock.Instant, SuspendingClock.Instant)
    /// Something has changed since the last paint.
    private var stale = true
    /// Stopped, or continued in the background: the terminal belongs to others.
    private var away = false
    private var lost = false

    /// Runs `app` until it stops running or the terminal is gone; the terminal is given back in either case.
    /// - Throws: `TerminalError` where there can be no screen.
    public static func run(
        _ app: any TerminalApp, on kind: TerminalKind, signals: SignalInbox, waker: Waker
    ) throws(TerminalError) -> End {
        let loop = TerminalLoop(app, try CursesScreen(kind), signals, waker)
        return loop.run()
    }

    private init(_ app: any TerminalApp, _ screen: CursesScreen, _ signals: SignalInbox, _ waker: Waker) {
        self.app = app
        self.screen = screen
        self.signals = signals
        self.waker = waker
        paints = (clock.now - Self.paintInterval, clock.now - Self.paintInterval)
    }

    /// The next paint need not wait.
    private func hurry() {
        stale = true
        paints.0 = clock.now - Self.paintInterval
    }

    private func run() -> End {
        defer { if !away, !lost { screen.leave() } }
        while app.running, !lost {
            paintIfDue()
            waitAndAct()
        }
        return lost ? .terminalLost : .finished
    }

    private func waitAndAct() {
        let due = app.patience.map { clock.now + $0 }
        let input = away ? -1 : STDIN_FILENO
        var descriptors = [signals.descriptor, waker.descriptor, input].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let ready = poll(&descriptors, nfds_t(descriptors.count), timeout(until: due))
        guard ready >= 0 else { return }
        for number in descriptors[0].revents != 0 ? signals.take() : [] { act(on: number) }
        if descriptors[1].revents != 0 { waker.drain() }
        let typed = Int32(descriptors[2].revents)
        if typed & POLLIN != 0 { hand(screen.takeKeys()) }
        if typed & (POLLHUP | POLLERR | POLLNVAL) != 0 { lose() }
        if ready == 0, screen.isPasting { hand(screen.endPaste()) }
        if away { comeBack() }
        if descriptors[1].revents != 0 || due.map({ $0 <= clock.now }) == true {
            app.wake()
            stale = true
        }
    }

    private func hand(_ keys: [Key]) {
        for key in keys {
            if key == .control("z") { suspend() } else { app.handle(key) }
        }
        if !keys.isEmpty { hurry() }
    }

    private func act(on number: Int32) {
        switch number {
        case SIGWINCH where away: break
        case SIGWINCH:
            screen.resize()
            app.handle(Key.resize)
        case SIGTSTP: suspend()
        case SIGCONT: comeBack()
        case SIGTERM: app.handle(TerminalSignal.terminate)
        case SIGINT: app.handle(TerminalSignal.interrupt)
        case SIGUSR1: app.handle(TerminalSignal.cancel)
        case SIGHUP: lose()
        default: break
        }
        hurry()
    }
}

extension TerminalLoop {
    private func suspend() {
        guard app.suspendable else { return app.handle(TerminalSignal.suspendRefused) }
        screen.leave()
        away = true
        cposix_stop_group()
    }

    /// Takes the terminal again unless it is another program's, because we were continued in the background.
    private func comeBack() {
        away = tcgetpgrp(STDIN_FILENO) != getpgrp()
        guard !away else { return }
        screen.resume()
        stale = true
        app.handle(TerminalSignal.resumed)
    }

    private func lose() {
        guard !lost else { return }
        if !away { screen.leave() }
        lost = true
        app.handle(TerminalSignal.hangUp)
    }

    private func paintIfDue() {
        guard stale, !away, clock.now - paints.0 >= Self.paintInterval else { return }
        stale = false
        paints = (paints.1, clock.now)
        screen.setTitle(app.title)
        screen.setMouse(app.mouse)
        var canvas = Canvas(screen.size, characters: screen.characters)
        app.draw(in: &canvas)
        screen.paint(canvas.grid, theme: app.theme)
    }

    /// Milliseconds that `poll` may wait; -1 for ever.
    private func timeout(until due: SuspendingClock.Instant?) -> Int32 {
        var waits = [due.map { $0 - clock.now }].compactMap { $0 }
        if stale, !away { waits.append(Self.paintInterval - (clock.now - paints.0)) }
        if screen.isPasting { waits.append(Self.pastePatience) }
        if away { waits.append(Self.awayInterval) }
        guard let shortest = waits.min() else { return -1 }
        let (seconds, attoseconds) = shortest.components
        let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: max(0, milliseconds))
    }
}
