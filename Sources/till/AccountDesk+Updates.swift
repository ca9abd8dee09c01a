import Console
import Engine
import Gateways

/// A reader's terminal settings at Opayo. (row E6)
extension AccountDesk {
    func tellNeededUpdate(of serialNumber: String, _ access: MerchantAccess) throws(AccountOffice.Trouble) {
        let (gateway, account) = try opayo(access)
        let update = try office.neededUpdate(of: serialNumber, as: account(), at: gateway)
        tell(.update(.needed(update, serialNumber: serialNumber)))
    }

    /// Its progress is told as it comes; the till sells on the reader from its end on.
    func update(
        _ update: TMSUpdate, of serialNumber: String, _ access: MerchantAccess
    ) throws(AccountOffice.Trouble) {
        let (gateway, account) = try opayo(access)
        let (kept, _) = try office.update(
            update, of: serialNumber, as: account(), at: gateway, kept: { try? account() },
            progress: { [tell] in tell(.update(.progress($0))) })
        desk.sellForAccount()
        tell(.update(.updated(AccountFacts(kept), serialNumber: serialNumber)))
    }

    private func opayo(
        _ access: MerchantAccess
    ) throws(AccountOffice.Trouble) -> (OpayoGateway, () throws(AccountOffice.Trouble) -> OpayoAccount) {
        guard case .opayo(let gateway, let account, _) = access.gateway else {
            throw .stopped(Stop(.usage, "tms-not-here"))
        }
        return (
            gateway,
            { () throws(AccountOffice.Trouble) in
                guard let account = account() else { throw .stopped(Stop(.credentials, "account-missing")) }
                return account
            }
        )
    }
}
