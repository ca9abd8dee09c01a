import Glibc

/// This program as a process of its own that writes.
struct RunningWriter {
    private let process: pid_t
    private let output: Output

    private final class Output {
        let descriptor: Int32
        init(_ descriptor: Int32) { self.descriptor = descriptor }
        deinit { close(descriptor) }
    }

    init(path: String, first: Int) throws(Trouble) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .writerFailed }
        output = Output(ends[0])
        defer { close(ends[1]) }
        guard fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 else { throw .writerFailed }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addclose(&actions, ends[1])
        let arguments = ["vault-kill", "child", path, "\(first)"]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        guard posix_spawn(&process, "/proc/self/exe", &actions, nil, &words, environ) == 0 else {
            throw .writerFailed
        }
        self.process = process
    }

    /// Waits for the next write that is done. - Returns: nil when the writer has ended.
    func nextNumber() -> Int? {
        var number: UInt32 = 0
        let count = withUnsafeMutableBytes(of: &number) { read(output.descriptor, $0.baseAddress, $0.count) }
        return count == 4 ? Int(number) : nil
    }

    /// - Returns: whether it was this that ended the writer.
    func kill() -> Bool {
        Glibc.kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == SIGKILL
    }
}
