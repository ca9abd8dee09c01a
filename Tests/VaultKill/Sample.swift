import Crypto
import Vault

/// What writer and judge agree on.
enum Sample {
    static let name = "a"

    static func passphrase() throws(PassphraseFault) -> Passphrase {
        var bytes = Array("a passphrase of nobody".utf8)
        return try Passphrase(wiping: &bytes)
    }

    /// The value of a write, by its number; of lengths that lead to records of several sizes.
    static func value(_ number: Int) throws(SecretError) -> Secret {
        try Secret(copying: text(number).utf8)
    }

    /// - Returns: nil where the value is not a whole one.
    static func number(of value: Secret) -> Int? {
        let found = value.withBytes { String(decoding: $0, as: UTF8.self) }
        guard let number = found.split(separator: ":").first.flatMap({ Int($0) }), text(number) == found else {
            return nil
        }
        return number
    }

    private static func text(_ number: Int) -> String {
        "\(number):" + String(repeating: "x", count: number * 37 % 1500)
    }
}
