import Glibc

/// A message bus of a test's own, which nobody else on this machine is on.
public final class PrivateBus {
    /// As D-Bus writes it.
    public let address: String
    private let daemon: RunningProgram
    private let directory: TemporaryDirectory

    public init() throws {
        directory = try TemporaryDirectory()
        let file = directory.path + "/bus.conf"
        try Self.write(Self.configuration(socket: directory.path + "/bus"), to: file)
        daemon = try RunningProgram(
            "dbus-daemon", ["--config-file=\(file)", "--nofork", "--nopidfile", "--print-address"],
            environment: ["PATH": "/usr/bin:/bin"])
        address = try daemon.firstLine()
    }

    /// The bus goes, and with it every connection.
    public func stop() throws {
        daemon.signal(SIGKILL)
        _ = try daemon.waitForExit()
    }

    private static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw SystemFailure(code: errno) }
        fputs(text, file)
        fclose(file)
    }

    private static func configuration(socket: String) -> String {
        """
        <busconfig>
          <type>system</type>
          <listen>unix:path=\(socket)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """
    }
}
