import Glibc
import Screen
import Terminal

/// The smallest program on a terminal: shows what it was told, and misbehaves on request.
final class Probe: TerminalApp {
    var running = true
    var theme = Theme.builtIn
    var mouse = true
    var suspendable = true
    var patience: Duration?
    var title = "probe\u{1B}]0;x\u{07}"
    private var log: [String] = []
    private var size = Size(width: 0, height: 0)
    let waker: Waker

    init(waker: Waker) { self.waker = waker }

    func handle(_ key: Key) {
        if case .mouse(let event) = key {
            log.append("\(event.action) \(event.place.x),\(event.place.y)")
        } else {
            log.append("\(key)")
        }
        switch key {
        case .character("q"): running = false
        case .character("!"): trap()
        case .character("s"): kill(getpid(), SIGSEGV)
        case .character("n"): suspendable = false
        case .character("w"): waker.wake()
        case .character("t"): patience = .milliseconds(1)
        default: break
        }
    }

    func handle(_ signal: TerminalSignal) {
        log.append("\(signal)")
        if signal == .terminate || signal == .hangUp { running = false }
    }

    func wake() {
        patience = nil
        log.append("woken")
    }

    func draw(in canvas: inout Canvas) {
        size = Size(width: canvas.width, height: canvas.height)
        canvas.box(canvas.bounds, title: "Probe \(size.width)×\(size.height)")
        canvas.write("12,50\u{A0}€ 日本 \(canvas.characters)", x: 2, y: 1, .instruction)
        canvas.write("focus", x: 2, y: 2, .focus)
        canvas.placeCursor(x: 2, y: 2)
        for (index, line) in log.suffix(max(0, canvas.height - 4)).enumerated() {
            canvas.write(line, x: 2, y: 3 + index)
        }
    }

    private func trap() {
        let empty: [Int] = []
        log.append("\(empty[log.count])")
    }
}
