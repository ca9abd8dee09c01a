import Checkout
import Crypto
import Engine
import Gateways
import Payments
import Vault

/// The merchant's account at Redsys or Opayo, and the way there.
extension Workplace {
    /// - Returns: nil where no such gateway is configured. In training only one on this machine is asked.
    func merchantAccess(_ rule: InquiryRule, training: Bool) throws(Stop) -> MerchantAccess? {
        guard let (gateway, url) = try merchantGateway() else { return nil }
        let access: MerchantAccess
        let isNear: Bool
        switch gateway {
        case .redsys:
            guard let redsys = RedsysGateway(url: url) else {
                throw Stop(.usage, "gateway-url-malformed", ["url": url])
            }
            isNear = redsys.isNear
            access = MerchantAccess(.redsys(redsys) { [credentials] in credentials.redsysAccount }, rule: rule)
        case .opayo:
            guard let opayo = OpayoGateway(url: url) else { throw Stop(.usage, "gateway-url-malformed", ["url": url]) }
            isNear = opayo.isNear
            access = MerchantAccess(
                .opayo(
                    opayo, account: { [credentials] in credentials.opayoAccount },
                    keepHash: { [credentials] in credentials.keepOpayoHash($0) }), rule: rule)
        }
        if environment.isRehearsal, !isNear { throw Stop(.unsafe, "development-loopback") }
        return training && !isNear ? nil : access
    }

    /// The one of the two that is configured.
    func merchantGateway() throws(Stop) -> (MerchantGateway, url: String)? {
        var named: [(MerchantGateway, url: String)] = []
        for gateway in MerchantGateway.allCases {
            if let url = try gatewayURL(configuredName(of: gateway)) { named.append((gateway, url: url)) }
        }
        guard named.count < 2 else { throw Stop(.usage, "two-merchant-gateways") }
        return named.first
    }

    /// Where the environments of Redsys are is not public: each has an address of its own in the configuration, under
    /// `redsys.int` and the like. *own choice* (row R1)
    private func configuredName(of gateway: MerchantGateway) -> String {
        let environment = invocation.environment ?? configuration.environment
        guard gateway == .redsys, let environment else { return gateway.configuredName }
        return "\(gateway.configuredName).\(environment)"
    }

    /// For a command that can do nothing without it.
    func neededMerchantAccess(training: Bool) throws(Stop) -> MerchantAccess {
        guard let access = try merchantAccess(.onDemand, training: training) else {
            throw Stop(.usage, "no-merchant-gateway")
        }
        return access
    }
}

extension Credentials {
    /// Nil while the file is locked, and where there is none.
    var redsysAccount: RedsysAccount? { entry(RedsysAccount.entryName).flatMap(RedsysAccount.init) }

    var opayoAccount: OpayoAccount? { entry(OpayoAccount.entryName).flatMap(OpayoAccount.init) }

    /// The hash takes the password's place.
    func keepOpayoHash(_ hash: Secret) -> Bool {
        guard var account = opayoAccount else { return false }
        account.password = hash
        account.isHash = true
        return keep(account.sealed, as: OpayoAccount.entryName)
    }

    func keep(_ sealed: Secret?, as name: String) -> Bool {
        guard let sealed, let vault = opened else { return false }
        do throws(VaultFault) { try vault.set(name, sealed) } catch { return false }
        return true
    }

    private func entry(_ name: String) -> Secret? { (try? secret(named: name)) ?? nil }
}
