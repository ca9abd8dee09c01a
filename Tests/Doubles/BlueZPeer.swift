/// BlueZ as `Tests/Peers/bluez.py` plays it, on a bus of a test's own.
public final class BlueZPeer {
    public let bus: PrivateBus
    private var program: RunningProgram

    /// - Parameter adapter: `on`, `off`, or `none`.
    public init(adapter: String = "on") throws {
        bus = try PrivateBus()
        program = try Self.start(bus.address, adapter)
    }

    private static func start(_ address: String, _ adapter: String) throws -> RunningProgram {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let program = try RunningProgram(
            "/usr/bin/python3", [root + "/Tests/Peers/bluez.py", address, adapter], environment: [:])
        try program.wait(for: "ready\n")
        return program
    }

    /// One line of what the script understands.
    public func tell(_ command: String) { program.type(command) }

    /// Waits until a method was called, as the script prints it.
    public func wait(for method: String) throws { try program.wait(for: method + "\n") }

    /// BlueZ dies.
    public func stop() throws {
        program.signal(9)
        _ = try program.waitForExit()
    }

    /// BlueZ is there again, and knows what it knew at first.
    public func restart() throws { program = try Self.start(bus.address, "on") }
}
