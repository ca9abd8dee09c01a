import Glibc
import Ports

/// Serial devices and ptys, opened raw: eight bits, no parity, one stop bit, no flow control, no echo.
enum SerialLine {
    /// Opens a line for this till alone and throws away what it received before.
    /// - Throws: `busy` where another till has it, `notSupported` for a file that is no line or an odd speed.
    static func open(_ path: String, baud: Int) throws(LinkFault) -> Int32 {
        guard let speed = speeds[baud] else { throw LinkFault(errno: EINVAL) }
        let line = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard line >= 0 else { throw LinkFault(errno: errno) }
        guard flock(line, LOCK_EX | LOCK_NB) == 0, makeRaw(line, speed) else {
            let failure = errno
            close(line)
            throw LinkFault(errno: failure)
        }
        tcflush(line, TCIFLUSH)
        return line
    }

    private static func makeRaw(_ line: Int32, _ speed: Int32) -> Bool {
        var settings = termios()
        guard tcgetattr(line, &settings) == 0 else { return false }
        cfmakeraw(&settings)
        settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
        settings.c_cflag &= ~tcflag_t(CSTOPB)
        return cfsetspeed(&settings, speed_t(speed)) == 0 && tcsetattr(line, TCSANOW, &settings) == 0
    }

    private static let speeds: [Int: Int32] = [
        1200: B1200, 2400: B2400, 4800: B4800, 9600: B9600, 19_200: B19200, 38_400: B38400, 57_600: B57600,
        115_200: B115200, 230_400: B230400, 460_800: B460800, 921_600: B921600,
    ]
}
