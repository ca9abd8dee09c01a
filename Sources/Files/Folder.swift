import CPosix
import Glibc

/// The folders that a till keeps its files in.
public enum Folder {
    /// Makes a folder for its owner alone (0700), and those above it.
    public static func make(_ path: String) throws(FileFault) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw FileFault(errno: errno)
        }
        try make(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileFault(errno: errno) }
    }

    /// Makes names in a folder durable.
    public static func sync(_ path: String) throws(FileFault) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFault(errno: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileFault(errno: errno) }
    }

    /// Refuses a folder in which somebody else could put another file in the place of one of ours.
    public static func checkPrivate(_ path: String) throws(FileFault) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileFault(errno: errno) }
        guard cposix_is_directory(status.st_mode) else { throw .missing }
        guard status.st_mode & 0o022 == 0, status.st_uid == geteuid() || status.st_uid == 0 else {
            throw .folderTooOpen
        }
    }

    /// The folder of a file; `.` where the path names none.
    public static func of(_ file: String) -> String {
        guard let slash = file.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "/" : String(file[..<slash])
    }
}
