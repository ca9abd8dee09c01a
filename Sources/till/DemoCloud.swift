import Acquirer
import Checkout
import Crypto
import Engine
import Gateways
import Ports
import Sandbox
import Simulator
import Threads
import Transports

/// The acquirer's cloud of the readers inside this process: the sandbox gateway, reached over HTTP as a real one is. It
/// is started with the first question. Requests for other addresses go their own way.
final class DemoCloud: HTTPSender {
    /// Stands for the sandbox, whose port is known once it is started.
    private static let address = "http://localhost:0"

    private let demo: DemoOpener
    private let base: any HTTPSender
    private let server = Locked<SandboxServer?>(nil)

    init(_ demo: DemoOpener, else base: any HTTPSender) {
        self.demo = demo
        self.base = base
    }

    static func access(_ rule: InquiryRule) -> CloudAccess? {
        guard let gateway = HandpointCloud(url: address),
            let key = try? Secret(copying: Array(HandpointSettings.developmentKey.utf8))
        else { return nil }
        return CloudAccess(gateway: gateway, rule: rule) { key }
    }

    func send(
        _ request: HTTPRequest, timeout: Duration, deliver: @escaping @Sendable (Result<HTTPAnswer, LinkFault>) -> Void
    ) {
        guard request.url.hasPrefix(Self.address) else {
            return base.send(request, timeout: timeout, deliver: deliver)
        }
        do throws(LinkFault) {
            var request = request
            request.url = try url() + request.url.dropFirst(Self.address.count)
            base.send(request, timeout: timeout, deliver: deliver)
        } catch {
            deliver(.failure(error))
        }
    }

    private func url() throws(LinkFault) -> String {
        try server.withLock { (server) throws(LinkFault) in
            if let server { return server.url }
            let started = try start()
            server = started
            return started.url
        }
    }

    private func start() throws(LinkFault) -> SandboxServer {
        guard let key = try? Secret(copying: Array(HandpointSettings.developmentKey.utf8)),
            let digits = try? Secret(copying: Array(ReaderSettings.developmentSecret.utf8))
        else { throw LinkFault(.other) }
        let desk =
            demo.world?.desk ?? AcquirerDesk(mind: AcquirerMind(scenario: .default, seed: 1), clock: SystemTime())
        let settings = HandpointSettings(key: key, secretDigits: digits, seed: 1, scenario: .default)
        do throws(SandboxServerFault) {
            return try SandboxServer(SandboxDesk(HandpointSandbox(settings), acquirer: desk))
        } catch {
            throw LinkFault(.notSupported)
        }
    }
}
