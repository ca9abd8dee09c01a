import Ports
import Sandbox

/// Why reader or gateway can't be started, though the command line was understood.
enum StartFault: Error {
    case secretUnreadable
    case secretMalformed
    case listen(LinkFault)
    case ledger(errno: Int32)
    case noThread
    case noMemory
    case keyUnreadable
    case certificateUnreadable
    case gateway(SandboxServerFault)

    /// One line.
    var text: String {
        switch self {
        case .secretUnreadable: "--secret-file: the file can't be read"
        case .secretMalformed: "--secret-file: 64 hexadecimal digits are wanted"
        case .listen(let fault): "--listen: \(fault.kind.rawValue), errno \(fault.systemCode)"
        case .ledger(let code): "--ledger: the file can't be written, errno \(code)"
        case .noThread: "the system has no thread left"
        case .noMemory: "the system has no memory that keeps a secret"
        case .keyUnreadable: "--api-key-file: the file can't be read, or is empty"
        case .certificateUnreadable: "--tls: a file can't be read"
        case .gateway(.missingLibrary(let package)): "the library is missing; the package \(package) has it"
        case .gateway(.notStarted(let code)): "--listen: the port is taken, or --tls names no key pair, errno \(code)"
        }
    }

    /// What the process ends with.
    var status: Int32 {
        switch self {
        case .secretUnreadable, .secretMalformed, .listen, .ledger, .keyUnreadable, .certificateUnreadable: 2
        case .gateway(.notStarted): 2
        case .noThread, .noMemory, .gateway(.missingLibrary): 1
        }
    }
}
