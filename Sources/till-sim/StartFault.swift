import Ports

/// Why the reader can't be started, though the command line was understood.
enum StartFault: Error {
    case secretUnreadable
    case secretMalformed
    case listen(LinkFault)
    case ledger(errno: Int32)
    case noThread

    /// One line.
    var text: String {
        switch self {
        case .secretUnreadable: "--secret-file: the file can't be read"
        case .secretMalformed: "--secret-file: 64 hexadecimal digits are wanted"
        case .listen(let fault): "--listen: \(fault.kind.rawValue), errno \(fault.systemCode)"
        case .ledger(let code): "--ledger: the file can't be written, errno \(code)"
        case .noThread: "the system has no thread left"
        }
    }

    /// What the process ends with.
    var status: Int32 {
        switch self {
        case .secretUnreadable, .secretMalformed, .listen, .ledger: 2
        case .noThread: 1
        }
    }
}
