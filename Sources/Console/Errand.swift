import Checkout
import Gateways
import Payments

/// What the console does by itself, without the engine, once that has permitted it and written it down.
enum Errand: Hashable {
    case pair(FoundReader, BluetoothAddress)
    case unpair(BluetoothAddress)
    case showAccount, logIn, forgetAccount
    case update(TMSUpdate)

    /// - Parameter gateway: where the account is.
    func deed(at gateway: MerchantGateway?) -> Deed {
        switch self {
        case .pair(_, let address): .pair(address)
        case .unpair(let address): .unpair(address)
        case .showAccount: .account("show", at: gateway)
        case .logIn: .account("login", at: gateway)
        case .forgetAccount: .account("forget", at: gateway)
        case .update(let update): .updateTerminal(update)
        }
    }
}

extension ConsoleModel {
    /// Where nobody signs in, nobody has to permit it.
    mutating func ask(for errand: Errand) -> [ConsoleEffect] {
        guard snapshot.authority.person != .anybody else { return run(errand) }
        self.errand = errand
        return submit(.act(errand.deed(at: merchantGateway)))
    }

    /// Does what was asked for, where that is permitted now; somebody may have vouched meanwhile.
    mutating func followPermission(_ old: CheckoutSnapshot) -> [ConsoleEffect] {
        guard snapshot.permittedCount != old.permittedCount, let errand,
            submitted == .act(errand.deed(at: merchantGateway))
        else {
            return []
        }
        self.errand = nil
        submitted = nil
        return run(errand)
    }

    private mutating func run(_ errand: Errand) -> [ConsoleEffect] {
        switch errand {
        case .pair(let reader, let address): beginPairing(reader, address)
        case .unpair(let address): [.unpair(address)]
        case .showAccount: showAccount()
        case .logIn: beginLogin()
        case .forgetAccount: forgetAccount()
        case .update(let update): beginUpdate(update)
        }
    }
}
