import Checkout
import Crypto
import Engine
import Gateways
import Vault

/// The acquirer's cloud, and what it takes to ask it.
extension Workplace {
    /// - Returns: nil where none is configured. In training only one on this machine is asked, where none is configured
    ///   that of the demo readers.
    func cloud(_ rule: InquiryRule, training: Bool) throws(Stop) -> CloudAccess? {
        guard let url = try gatewayURL("handpoint") else { return training ? DemoCloud.access(rule) : nil }
        guard let gateway = HandpointCloud(url: url) else { throw Stop(.usage, "gateway-url-malformed", ["url": url]) }
        guard !training || gateway.isNear else { return nil }
        if environment.isRehearsal, !gateway.isNear { throw Stop(.unsafe, "development-loopback") }
        if let file = invocation.apiKeyFile ?? configuration.apiKeyFile {
            let key = try secretText(inFile: file)
            return CloudAccess(gateway: gateway, rule: rule) { key }
        }
        return CloudAccess(gateway: gateway, rule: rule) { [credentials] in
            (try? credentials.secret(named: HandpointCloud.keyName)) ?? nil
        }
    }

    /// `--gateway NAME=URL` before the configuration's.
    func gatewayURL(_ name: String) throws(Stop) -> String? {
        let named = try GatewayCheck.named(invocation.gateways) + configuration.gateways
        return named.first { $0.name == name }?.url
    }

    /// The cloud for a command that can do nothing without it, and its key at hand: an order that can't be sent is not
    /// begun.
    func neededCloud(training: Bool) throws(Stop) -> CloudAccess {
        guard let cloud = try cloud(.onDemand, training: training) else { throw Stop(.usage, "no-gateway") }
        guard cloud.key() != nil else { throw Stop(.credentials, "gateway-no-key") }
        return cloud
    }

    /// A key or a token from a file that others can't read: printable ASCII, the line's end left out.
    func secretText(inFile file: String) throws(Stop) -> Secret {
        var text = try privateBytes(inFile: file)
        defer { wipe(&text) }
        let end = text.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0
        guard text[..<end].allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Stop(.usage, "secret-unreadable", ["file": file])
        }
        do throws(SecretError) { return try Secret(copying: text[..<end]) } catch {
            throw Stop(.usage, "secret-unreadable", ["file": file])
        }
    }
}
