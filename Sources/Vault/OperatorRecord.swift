import Crypto
public import Payments

/// An operator as the credential file knows one.
public struct Operator: Hashable, Sendable {
    public var name: OperatorName
    public var role: OperatorRole
    /// False for one who may not sign in any more; the name stays taken.
    public var isEnabled: Bool
}

/// The value of an entry `operator/NAME`: version (1), role, enabled, the cost's operations and KiB (4 bytes each, big
/// endian), salt (16) and the key that Argon2id makes of the PIN (32).
///
/// A PIN has few digits. Who has unlocked the file and reads this finds it in the end; the cost makes them wait.
struct OperatorRecord: Equatable {
    var role: OperatorRole
    var isEnabled: Bool
    let cost: Argon2id.Cost
    let salt: [UInt8]
    let key: Secret

    private static let version: UInt8 = 1
    private static let roles: [OperatorRole] = [.cashier, .supervisor, .technician, .trainer]
    private static let length = 3 + 8 + Argon2id.saltLength + XChaCha20Poly1305.keyLength

    /// What trying one PIN costs: a tenth of a second. *own choice; libsodium's INTERACTIVE*
    static let usualCost = Argon2id.Cost(operations: 2, memory: 64 << 10)
    /// More than this no file asks for.
    private static let highestCost = Argon2id.Cost(operations: 16, memory: 1 << 20)

    init(_ role: OperatorRole, pin: Secret, cost: Argon2id.Cost, salt: [UInt8]) throws(SecretError) {
        self.role = role
        isEnabled = true
        self.cost = cost
        self.salt = salt
        key = try Argon2id.key(from: pin, salt: salt, cost: cost)
    }

    /// - Returns: nil for what is no such value.
    init?(_ value: Secret) {
        let head = value.withBytes { Array($0.prefix(Self.length - XChaCha20Poly1305.keyLength)) }
        guard value.count == Self.length, head[0] == Self.version, head[1] < Self.roles.count, head[2] < 2 else {
            return nil
        }
        role = Self.roles[Int(head[1])]
        isEnabled = head[2] == 1
        cost = Argon2id.Cost(operations: Self.number(head[3..<7]), memory: Self.number(head[7..<11]))
        guard cost.operations > 0, cost.operations <= Self.highestCost.operations, cost.memory >= 8,
            cost.memory <= Self.highestCost.memory
        else { return nil }
        salt = Array(head[11...])
        guard let key = try? value.withBytes({ try Secret(copying: $0.suffix(XChaCha20Poly1305.keyLength)) }) else {
            return nil
        }
        self.key = key
    }

    func value() throws(SecretError) -> Secret {
        let role = UInt8(Self.roles.firstIndex(of: role) ?? 0)
        let head =
            [Self.version, role, isEnabled ? 1 : 0] + Self.bytes(cost.operations) + Self.bytes(cost.memory) + salt
        return try Secret(count: Self.length) { memory in
            memory.copyBytes(from: head)
            key.withBytes { UnsafeMutableRawBufferPointer(rebasing: memory[head.count...]).copyMemory(from: $0) }
        }
    }

    /// Takes as long as the cost says.
    func hasPIN(_ pin: Secret) throws(SecretError) -> Bool {
        try Argon2id.key(from: pin, salt: salt, cost: cost) == key
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
