import Glibc
import Localization
import Markup
import Networking
import Screen
import Terminal
import Time
import Transports

/// Libraries, terminal, clock and disk.
struct MachineCheck {
    let place: Workplace

    /// Under this a journal might not get through the day. [own choice]
    private static let leastMegabytes: UInt64 = 50

    var findings: [Finding] { libraries + [terminal, language, clock, disk, process] }

    private var libraries: [Finding] {
        [
            (try? CurlHostConnector.openLibrary()) != nil ? .good("curl") : .bad("curlMissing"),
            MarkupLibrary.isAvailable ? .good("xml") : .bad("xmlMissing"),
        ]
    }

    private var terminal: Finding {
        do throws(TerminalError) {
            let kind = try TerminalKind(
                environment: { name in getenv(name).map { String(cString: $0) } }, color: nil,
                isTerminal: TerminalKind.isInteractive)
            let name = ["terminal": kind.name]
            return kind.characters == .unicode ? .good("terminal", name) : .notice("terminalNotUnicode", name)
        } catch {
            return .notice("terminalNone")
        }
    }

    private var language: Finding {
        let wanted = place.wantedLanguage
        return place.catalogue.language == wanted
            ? .good("language") : .bad("languageMissing", ["language": wanted.rawValue])
    }

    /// A clock that was never set stands in the last century.
    private var clock: Finding {
        let now = place.time.wallTime()
        return now.rfc3339 < "2026" ? .bad("clockWrong", ["time": now.rfc3339]) : .good("clock", ["time": now.rfc3339])
    }

    private var disk: Finding {
        guard let folder = place.paths.data(place.invocation.dataDirectory) else { return .bad("noFolder") }
        var status = statvfs()
        guard statvfs(folder, &status) == 0 || statvfs("/", &status) == 0 else { return .notice("diskUnknown") }
        let free = (UInt64(status.f_bavail) * UInt64(status.f_frsize)) >> 20
        let words = ["megabytes": place.catalogue.number(Int(clamping: free)), "folder": folder]
        return free < Self.leastMegabytes ? .bad("diskLow", words) : .good("disk", words)
    }

    private var process: Finding {
        if place.environment.isDevelopment { return .notice("development") }
        do throws(Stop) {
            try Safety.check(place.environment)
            return .good("process")
        } catch {
            return .bad("debugger")
        }
    }
}
