import CNcurses
import Glibc
import Screen
import Text

/// The one user of ncurses. It lives on one thread and there is one of it.
final class CursesScreen {
    let characters: Canvas.Characters
    private let kind: TerminalKind
    private let terminalGuard: TerminalGuard
    private let depth: ColorDepth
    private var decoder = InputDecoder()
    private var theme: Theme?
    /// Attributes and colour pair of each role.
    private var looks: [Role: (attributes: attr_t, pair: Int32)] = [:]
    /// What ncurses has been given last; nil where it has to be given everything.
    private var painted: Grid?
    private var title = ""
    private var mouse = false
    private var run: [CChar] = []

    /// Switches to the alternate screen.
    /// - Throws: `TerminalError` where ncurses does not know the terminal.
    init(_ kind: TerminalKind) throws(TerminalError) {
        self.kind = kind
        characters = kind.characters
        setlocale(LC_CTYPE, "C.UTF-8")
        terminalGuard = TerminalGuard(hasTitle: kind.hasTitle)
        guard cncurses_open(STDOUT_FILENO, STDIN_FILENO) != nil else {
            throw .unknown(name: printable(kind.name), suggestion: "xterm-256color")
        }
        terminalGuard.arm()
        if kind.color, has_colors() {
            start_color()
            use_default_colors()
            depth = ColorDepth(colors: Int(cncurses_colors()))
        } else {
            depth = .mono
        }
        setModes()
        defineKeys()
    }

    var size: Size {
        Size(width: Int(cncurses_columns()), height: Int(cncurses_lines()))
    }

    /// Hands the grid to ncurses, which sends what has changed. Rows that are as they were are not handed over,
    /// which spares it the decoding; finding the difference within a row is left to it.
    func paint(_ grid: Grid, theme: Theme) {
        if theme != self.theme { use(theme) }
        for y in 0..<grid.size.height where painted?.row(y) != grid.row(y) { paintRow(grid.row(y), y) }
        painted = grid
        let window = cncurses_window()
        if let cursor = grid.cursor {
            wmove(window, Int32(cursor.y), Int32(cursor.x))
            curs_set(1)
        } else {
            curs_set(0)
        }
        wnoutrefresh(window)
        doupdate()
    }

    /// Follows the window to its new size; everything is sent again, because terminals move what they show.
    func resize() {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0, window.ws_col > 0 else { return }
        resizeterm(Int32(window.ws_row), Int32(window.ws_col))
        clearok(cncurses_window(), true)
        painted = nil
    }

    func setTitle(_ title: String) {
        guard kind.hasTitle, title != self.title else { return }
        self.title = title
        send("\u{1B}]2;\(clipped(title, to: 80))\u{07}")
    }

    func setMouse(_ on: Bool) {
        guard on != mouse else { return }
        mouse = on
        sendMouse()
    }

    /// Presses, releases and the wheel (1000), and moves while a button is held (1002, which takes the place of 1000
    /// where it is known), in the encoding without a limit (1006).
    private func sendMouse() {
        let mode = mouse ? "h" : "l"
        send([1000, 1002, 1006].map { "\u{1B}[?\($0)\(mode)" }.joined())
    }

    /// Gives the terminal back; `resume` takes it again.
    func leave() {
        endwin()
        terminalGuard.restore()
    }

    /// Takes the terminal again after `leave`, or after somebody else had it.
    func resume() {
        terminalGuard.arm()
        reset_prog_mode()
        resize()
        setModes()
        if mouse { sendMouse() }
        title = ""
    }

    private func setModes() {
        set_escdelay(25)
        raw()
        noecho()
        nonl()
        keypad(cncurses_window(), true)
        nodelay(cncurses_window(), true)
        send((kind.hasTitle ? "\u{1B}[22;0t" : "") + "\u{1B}[?2004h")
    }

    /// Sends bytes past ncurses; only for what it has no word for.
    private func send(_ sequence: String) {
        var text = sequence
        text.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}

extension CursesScreen {
    private func use(_ theme: Theme) {
        self.theme = theme
        painted = nil
        var pairs: [[Int]: Int32] = [:]
        for role in Role.allCases {
            let style = theme[role].reduced(to: depth, plain: theme[.text])
            let attributes = cncurses_attributes(style.bold, style.underline, style.reverse)
            guard let foreground = style.foreground, let background = style.background else {
                looks[role] = (attributes, 0)
                continue
            }
            let pair = pairs[[foreground, background]] ?? Int32(pairs.count + 1)
            pairs[[foreground, background]] = pair
            init_extended_pair(pair, Int32(foreground), Int32(background))
            looks[role] = (attributes, pair)
        }
    }

    /// Writes a row in runs of one role.
    private func paintRow(_ cells: ArraySlice<Cell>, _ y: Int) {
        var start = cells.startIndex
        while start < cells.endIndex {
            let role = cells[start].role
            var end = start
            run.removeAll(keepingCapacity: true)
            while end < cells.endIndex, cells[end].role == role {
                append(cells[end])
                end += 1
            }
            let look = looks[role] ?? (0, 0)
            cncurses_put(
                cncurses_window(), Int32(y), Int32(start - cells.startIndex), run, Int32(run.count), look.attributes,
                look.pair)
            start = end
        }
    }

    /// What the C library measures otherwise than we do would shift the rest of the line: it is replaced.
    private func append(_ cell: Cell) {
        guard let glyph = cell.glyph else { return }
        if glyph.base.isASCII, !glyph.hasMarks {
            run.append(CChar(truncatingIfNeeded: glyph.base.value))
        } else if wcwidth(wchar_t(bitPattern: glyph.base.value)) == glyph.width {
            for byte in glyph.text.utf8 { run.append(CChar(bitPattern: byte)) }
        } else {
            for _ in 0..<glyph.width { run.append(0x3F) }
        }
    }
}

extension CursesScreen {
    var isPasting: Bool { decoder.isPasting }

    /// Everything that has been typed: ncurses' own queue is invisible to `poll`, so it is emptied.
    func takeKeys() -> [Key] {
        var code: wint_t = 0
        while case let kind = wget_wch(cncurses_window(), &code), kind != ERR {
            if kind == KEY_CODE_YES {
                if let known = CursesKeys.input(for: Int32(bitPattern: code)) { decoder.feed(known) }
            } else if let scalar = Unicode.Scalar(code) {
                decoder.feed(.character(scalar))
            }
        }
        return decoder.take()
    }

    /// The end of the paste did not come.
    func endPaste() -> [Key] {
        decoder.endPaste()
        return decoder.take()
    }

    private func defineKeys() {
        for (sequence, code) in CursesKeys.sequences { define_key(sequence, code) }
        keyok(KEY_MOUSE, false)
    }
}
