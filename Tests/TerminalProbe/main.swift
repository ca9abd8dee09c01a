import Glibc
import Terminal

let signals = SignalInbox()
exit(start(signals))

private func start(_ signals: SignalInbox) -> Int32 {
    do throws(TerminalError) {
        let environment = { (name: String) in getenv(name).map { String(cString: $0) } }
        let kind = try TerminalKind(environment: environment, isTerminal: TerminalKind.isInteractive)
        let waker = Waker()
        let end = try TerminalLoop.run(Probe(waker: waker), on: kind, signals: signals, waker: waker)
        return end == .finished ? 0 : 3
    } catch {
        print("\(error)")
        return 2
    }
}
