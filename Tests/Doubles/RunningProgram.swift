public import Glibc

/// A program with pipes for its three streams. Use it from one thread: it blocks, on output and with a deadline.
public final class RunningProgram {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    public let processID: pid_t
    public private(set) var output = ""
    public private(set) var errors = ""
    private var status: Int32?
    private var input: Int32
    private var sources: [(descriptor: Int32, isOutput: Bool)] = []
    private var pending: [Bool: [UInt8]] = [:]

    /// - Parameter environment: all of it.
    public init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
        let pipes = try (0..<3).map { _ in try Self.pipe() }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let theirs = [pipes[0].reading, pipes[1].writing, pipes[2].writing]
        for (number, end) in theirs.enumerated() { posix_spawn_file_actions_adddup2(&actions, end, Int32(number)) }
        var argv = ([path] + arguments).map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var process: pid_t = 0
        let error = posix_spawnp(&process, path, &actions, nil, &argv, &envp)
        for end in theirs { close(end) }
        processID = process
        input = pipes[0].writing
        sources = [(pipes[1].reading, true), (pipes[2].reading, false)]
        guard error == 0 else {
            status = -1
            throw Failure(description: "\(path) does not start: errno \(error)")
        }
    }

    deinit {
        if status == nil {
            kill(processID, SIGKILL)
            waitpid(processID, nil, 0)
        }
        closeInput()
        for source in sources { close(source.descriptor) }
    }

    /// A socket pair, because it can be made so that no other program that starts meanwhile has its ends.
    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemFailure(code: errno) }
        return (ends[0], ends[1])
    }
}

extension RunningProgram {
    public func type(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    public func closeInput() {
        guard input >= 0 else { return }
        close(input)
        input = -1
    }

    public func signal(_ number: Int32) { kill(processID, number) }

    /// Waits until standard output has the text.
    public func wait(for text: String, within limit: Duration = .seconds(20)) throws {
        let end = ContinuousClock.now + limit
        while !output.contains(text) {
            guard ContinuousClock.now < end, !sources.isEmpty else {
                throw Failure(description: "waited in vain for “\(text)”\n\(output)\n\(errors)")
            }
            pump()
        }
    }

    /// Takes what has been told so far, and forgets it: a program whose output nobody takes stands still.
    public func drain() {
        var waiting = sources.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        while !sources.isEmpty, poll(&waiting, nfds_t(waiting.count), 0) > 0 {
            pump()
            waiting = sources.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        }
        (output, errors, pending) = ("", "", [:])
    }

    /// Waits for the first line of standard output.
    public func firstLine() throws -> String {
        try wait(for: "\n")
        return String(output.prefix { $0 != "\n" })
    }

    /// Waits until the program has ended.
    /// - Returns: its exit status, or 256 plus the signal that ended it.
    public func waitForExit(within limit: Duration = .seconds(30)) throws -> Int32 {
        let end = ContinuousClock.now + limit
        while status == nil {
            guard ContinuousClock.now < end else { throw Failure(description: "runs on\n\(output)\n\(errors)") }
            pump()
            var raw: Int32 = 0
            if waitpid(processID, &raw, WNOHANG) == processID {
                status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 256 + raw & 0x7F
            }
        }
        while !sources.isEmpty { pump() }
        return status ?? -1
    }

    /// Takes what comes within some milliseconds.
    private func pump() {
        guard !sources.isEmpty else {
            poll(nil, 0, 5)
            return
        }
        var waiting = sources.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        guard poll(&waiting, nfds_t(waiting.count), 20) > 0 else { return }
        for (source, ready) in zip(sources, waiting) where ready.revents != 0 { take(source) }
    }

    private func take(_ source: (descriptor: Int32, isOutput: Bool)) {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = read(source.descriptor, &chunk, chunk.count)
        guard count > 0 else {
            close(source.descriptor)
            sources.removeAll { $0.descriptor == source.descriptor }
            return
        }
        pending[source.isOutput, default: []] += chunk[..<count]
        let text = String(decoding: pending[source.isOutput] ?? [], as: UTF8.self)
        if source.isOutput { output = text } else { errors = text }
    }
}
