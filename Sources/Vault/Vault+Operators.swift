public import Crypto
public import Payments

/// Who may sign in at the till (row N8). Their PINs are kept as what Argon2id makes of them.
extension Vault {
    private static let folder = "operator/"

    /// Sorted by name. What is no operator's entry is not among them.
    public func operators() throws(VaultFault) -> [Operator] {
        var found: [Operator] = []
        for entry in names where entry.hasPrefix(Self.folder) {
            guard let name = OperatorName(String(entry.dropFirst(Self.folder.count))), let record = try record(of: name)
            else { continue }
            found.append(Operator(name: name, role: record.role, isEnabled: record.isEnabled))
        }
        return found
    }

    /// Makes an operator, or gives one another PIN and role.
    public func setOperator(
        _ name: OperatorName, _ role: OperatorRole, pin: PIN, cost: Argon2id.Cost? = nil
    ) throws(VaultFault) {
        let salt = salt()
        let value: Secret
        do throws(SecretError) {
            let record = try OperatorRecord(
                role, pin: pin.secret, cost: cost ?? OperatorRecord.usualCost, salt: salt)
            value = try record.value()
        } catch {
            throw .noMemory
        }
        try set(Self.folder + name.text, value)
    }

    /// The name stays taken, and signs in no more.
    /// - Throws: `noSuchEntry`.
    public func disableOperator(_ name: OperatorName) throws(VaultFault) {
        guard var record = try record(of: name) else { throw .noSuchEntry }
        record.isEnabled = false
        let value: Secret
        do throws(SecretError) { value = try record.value() } catch { throw .noMemory }
        try set(Self.folder + name.text, value)
    }

    /// Looks whether the operator has this PIN. An unknown name takes as long as a wrong PIN.
    /// - Returns: the operator's role; nil for a wrong PIN, and for who is unknown or may not sign in.
    public func role(of name: OperatorName, pin: Secret) throws(VaultFault) -> OperatorRole? {
        let record = try record(of: name)
        do throws(SecretError) {
            let compared =
                if let record { record } else {
                    try OperatorRecord(.trainer, pin: pin, cost: OperatorRecord.usualCost, salt: salt())
                }
            guard let record, try compared.hasPIN(pin), record.isEnabled else { return nil }
            return record.role
        } catch {
            throw .noMemory
        }
    }

    private func record(of name: OperatorName) throws(VaultFault) -> OperatorRecord? {
        guard let value = try secret(named: Self.folder + name.text) else { return nil }
        guard let record = OperatorRecord(value) else { throw .damaged(.operatorEntry) }
        return record
    }
}
