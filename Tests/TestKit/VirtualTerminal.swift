import CPty
import CVterm
import Glibc

/// A program on a pty, its output shown by a terminal emulator in this process. Use it from one thread: it blocks.
public final class VirtualTerminal {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    public let processID: Int32
    public private(set) var rows: Int
    public private(set) var columns: Int
    /// Every byte that the program has written.
    public private(set) var output: [UInt8] = []
    private var controller: Int32 = -1
    private var status: Int?
    private var ended = false
    private let emulator: OpaquePointer
    let screen: OpaquePointer
    /// What the emulator has to say to the program: encoded keys and answers to questions.
    private let answers = UnsafeMutablePointer<[UInt8]>.allocate(capacity: 1)

    /// Starts a program in an environment of its own.
    /// - Parameter environment: what differs from TERM=xterm-256color in a UTF-8 locale; an empty value unsets.
    /// - Throws: `Failure` where it can't be started.
    public init(
        _ path: String, _ arguments: [String] = [], environment: [String: String] = [:], rows: Int = 24,
        columns: Int = 80
    ) throws {
        self.rows = rows
        self.columns = columns
        emulator = vterm_new(Int32(rows), Int32(columns))
        screen = vterm_obtain_screen(emulator)
        vterm_set_utf8(emulator, 1)
        vterm_screen_enable_altscreen(screen, 1)
        vterm_screen_reset(screen, 1)
        answers.initialize(to: [])
        vterm_output_set_callback(
            emulator,
            { bytes, count, user in
                user?.assumingMemoryBound(to: [UInt8].self).pointee += UnsafeRawBufferPointer(
                    start: bytes, count: count)
            }, answers)
        let variables = Self.defaults.merging(environment) { $1 }.filter { !$1.isEmpty }
        var argv = ([path] + arguments).map { strdup($0) } + [nil]
        var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
        processID = cpty_spawn(path, &argv, &envp, Int32(rows), Int32(columns), &controller)
        for pointer in argv + envp { free(pointer) }
        guard processID > 0 else { throw Failure(description: "no process: errno \(errno)") }
    }

    deinit {
        if status == nil {
            kill(processID, SIGKILL)
            waitpid(processID, nil, 0)
        }
        close(controller)
        vterm_free(emulator)
        answers.deinitialize(count: 1)
        answers.deallocate()
    }

    private static let defaults = [
        "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
    ]
}

extension VirtualTerminal {
    /// Types text as it is.
    public func type(_ text: String) { send(Array(text.utf8)) }

    /// Presses a key, encoded as the program has asked the terminal to.
    public func press(_ key: VirtualKey, shift: Bool = false, control: Bool = false) {
        let modifier = (shift ? VTERM_MOD_SHIFT.rawValue : 0) | (control ? VTERM_MOD_CTRL.rawValue : 0)
        switch key {
        case .function(let number):
            vterm_keyboard_key(
                emulator, VTermKey(VTERM_KEY_FUNCTION_0.rawValue + UInt32(number)), VTermModifier(modifier))
        case .character(let character):
            for scalar in character.unicodeScalars {
                vterm_keyboard_unichar(emulator, scalar.value, VTermModifier(modifier))
            }
        default: vterm_keyboard_key(emulator, key.code, VTermModifier(modifier))
        }
        sendAnswers()
    }

    /// Pastes text, in brackets where the program has asked for them.
    public func paste(_ text: String) {
        vterm_keyboard_start_paste(emulator)
        sendAnswers()
        type(text)
        vterm_keyboard_end_paste(emulator)
        sendAnswers()
    }

    public func click(row: Int, column: Int) {
        vterm_mouse_move(emulator, Int32(row), Int32(column), VTERM_MOD_NONE)
        vterm_mouse_button(emulator, 1, true, VTERM_MOD_NONE)
        vterm_mouse_button(emulator, 1, false, VTERM_MOD_NONE)
        sendAnswers()
    }

    /// Moves the mouse without a button.
    public func move(row: Int, column: Int) {
        vterm_mouse_move(emulator, Int32(row), Int32(column), VTERM_MOD_NONE)
        sendAnswers()
    }

    /// Presses the button in the first cell, moves through the others and lets go in the last.
    public func drag(_ cells: [(row: Int, column: Int)]) {
        for (index, cell) in cells.enumerated() {
            vterm_mouse_move(emulator, Int32(cell.row), Int32(cell.column), VTERM_MOD_NONE)
            if index == 0 { vterm_mouse_button(emulator, 1, true, VTERM_MOD_NONE) }
        }
        vterm_mouse_button(emulator, 1, false, VTERM_MOD_NONE)
        sendAnswers()
    }

    public func resize(rows: Int, columns: Int) {
        (self.rows, self.columns) = (rows, columns)
        vterm_set_size(emulator, Int32(rows), Int32(columns))
        cpty_resize(controller, Int32(rows), Int32(columns))
    }

    public func signal(_ number: Int32) { kill(processID, number) }

    /// Closes the terminal under the program, as a dropped connection does.
    public func hangUp() {
        close(controller)
        controller = -1
        ended = true
    }

    private func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
            if count < 0, errno == EAGAIN { pump(10) } else if count < 0 { return }
            sent += max(0, count)
        }
    }

    private func sendAnswers() {
        let bytes = answers.pointee
        answers.pointee = []
        send(bytes)
    }
}

extension VirtualTerminal {
    /// Waits until the screen is as `condition` says.
    /// - Throws: `Failure` with the screen as it is after `timeout`, or when the program has ended before.
    public func wait(
        for what: String, timeout: Duration = .seconds(10), until condition: (VirtualTerminal) -> Bool
    ) throws {
        let end = ContinuousClock.now + timeout
        while !condition(self) {
            guard ContinuousClock.now < end, !ended else {
                throw Failure(
                    description: "waited in vain for \(what)\(ended ? " (the program has ended)" : "")\n\(text)")
            }
            pump(20)
        }
    }

    /// Waits until the screen shows `text`.
    public func wait(for text: String) throws {
        try wait(for: "“\(text)”") { $0.text.contains(text) }
    }

    /// Waits until the program has ended.
    /// - Returns: its exit status, or 256 plus the signal that ended it.
    public func waitForExit(timeout: Duration = .seconds(10)) throws -> Int {
        let end = ContinuousClock.now + timeout
        while status == nil {
            guard ContinuousClock.now < end else { throw Failure(description: "the program runs on\n\(text)") }
            pump(10)
            var raw: Int32 = 0
            if waitpid(processID, &raw, WNOHANG) == processID { status = Int(cpty_exit_status(raw)) }
        }
        pump(0)
        return status ?? -1
    }

    /// Whether echo and line editing are on, as a shell needs them.
    public var isCooked: Bool { cpty_is_cooked(controller) == 1 }

    /// Shows what has come, waiting for it at most so many milliseconds.
    private func pump(_ milliseconds: Int32) {
        var descriptor = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, milliseconds) > 0 else { return }
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(controller, &chunk, chunk.count)
            guard count > 0 else {
                ended = ended || count == 0 || (errno != EAGAIN && errno != EINTR)
                return
            }
            output += chunk[..<count]
            chunk.withUnsafeBytes { bytes in
                _ = vterm_input_write(emulator, bytes.assumingMemoryBound(to: CChar.self).baseAddress, count)
            }
            sendAnswers()
        }
    }
}
