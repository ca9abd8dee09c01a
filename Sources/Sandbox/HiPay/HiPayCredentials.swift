import Crypto

/// The header `Authorization`, taken apart. Source: gateways.md A.2.
struct HiPayCredentials {
    enum Proof {
        case password(String)
        case signature(String)
    }

    var username: String
    var proof: Proof

    /// Nil for what is neither `Basic` nor `HS`.
    init?(_ header: String) {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let bytes = Base64.standard.bytes(String(parts[1])),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let sides = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2 else { return nil }
        username = sides[0]
        switch parts[0].lowercased() {
        case "basic": proof = .password(sides[1])
        case "hs": proof = .signature(sides[1])
        default: return nil
        }
    }
}

/// Who asks: an account by its place among the settings'. A signature has yet to be compared with what it is over.
struct HiPayGuest {
    var account: Int
    var signature: String?
}

/// Who may ask what. Source: gateways.md A.1, A.3.
extension HiPaySandbox {
    func guest(_ request: SandboxRequest, for call: HiPayCall) throws(HiPayError) -> HiPayGuest {
        guard let credentials = request.header("Authorization").flatMap(HiPayCredentials.init),
            let account = settings.accounts.firstIndex(where: { $0.username == credentials.username })
        else { throw .badCredentials }
        switch credentials.proof {
        case .password(let password):
            guard settings.accounts[account].password.equals(password) else { throw .badCredentials }
            guard !call.isSigned || !settings.accounts[account].mustSign else { throw .badSignature }
            return HiPayGuest(account: account)
        case .signature(let signature):
            guard call.isSigned else { throw .badCredentials }
            return HiPayGuest(account: account, signature: signature)
        }
    }

    /// - Parameter texts: order, amount and currency, as they are written.
    func check(_ guest: HiPayGuest, _ texts: [String]) throws(HiPayError) {
        guard let signature = guest.signature else { return }
        let account = settings.accounts[guest.account]
        let own = account.hash.signature(over: Array(texts.joined().utf8), account.passphrase)
        guard let own, constantTimeEqual(Array(own.utf8), Array(signature.utf8)) else { throw .badSignature }
    }
}
