import Glibc
import Payments

/// The readers of the configuration: whether the way to each can be used. Nothing is sent to any.
struct ReaderCheck {
    let place: Workplace

    var findings: [Finding] {
        var named = place.configuration.readers
        if let chosen = try? place.reader(), !named.contains(where: { $0.uri == chosen.uri }) {
            named.append((chosen.uri, chosen.uri))
        }
        return named.isEmpty ? [.notice("readerNone")] : named.map { finding($0.name, $0.uri) }
    }

    private func finding(_ name: String, _ uri: String) -> Finding {
        guard let address = try? ReaderAddress(uri: uri) else { return .bad("readerMalformed", ["name": name]) }
        switch address.place {
        case .serial(let path, _): return file(name, path)
        case .unix(let path): return file(name, path)
        case .tcp, .rfcomm, .demo: return .good("reader", ["name": name])
        }
    }

    private func file(_ name: String, _ path: String) -> Finding {
        let words = ["name": name, "path": path]
        guard access(path, F_OK) == 0 else { return .bad("readerGone", words) }
        guard access(path, R_OK | W_OK) == 0 else {
            return .bad("readerForbidden", words.merging(["group": Self.group(of: path)]) { $1 })
        }
        return .good("reader", words)
    }

    /// Whom a device belongs to: on Debian `dialout`.
    private static func group(of path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0, let group = getgrgid(status.st_gid), let name = group.pointee.gr_name else {
            return "dialout"
        }
        return String(cString: name)
    }
}
