public import Glibc

/// Runs a command to its end with its output thrown away. - Returns: the exit status, -1 where it didn't start.
@discardableResult
public func shell(_ command: String) -> Int32 {
    let process = spawn(["/bin/sh", "-c", command])
    guard process > 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
}

/// Starts a program. - Parameter output: where its standard output goes; thrown away without it, as its errors are.
/// - Returns: its process, -1 where it didn't start.
public func spawn(_ arguments: [String], output: Int32? = nil) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let output {
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    } else {
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    return posix_spawnp(&process, arguments[0], &actions, nil, &pointers, environ) == 0 ? process : -1
}
