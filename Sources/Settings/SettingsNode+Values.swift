extension SettingsNode {
    /// - Throws: `SettingsError` where the key is missing.
    public func required(_ key: String) throws(SettingsError) -> SettingsNode {
        guard let value = self[key] else { throw error(.missingKey, key: key) }
        return value
    }

    /// - Throws: `SettingsError` where this is a list or a mapping.
    public func text() throws(SettingsError) -> String {
        guard case .scalar(let text) = content else { throw error(.wrongKind(expected: .scalar)) }
        return text
    }

    /// - Throws: `SettingsError` where this is not a decimal integer in `range`.
    public func integer(in range: ClosedRange<Int>) throws(SettingsError) -> Int {
        guard let number = Int(try text()), range.contains(number) else { throw error(.notANumber(range: range)) }
        return number
    }

    /// - Throws: `SettingsError` where this is neither `true` nor `false`.
    public func boolean() throws(SettingsError) -> Bool {
        switch try text() {
        case "true": return true
        case "false": return false
        default: throw error(.notABoolean)
        }
    }

    /// One of the words that `Choice` has.
    /// - Throws: `SettingsError` where this is another word.
    public func choice<Choice: RawRepresentable & CaseIterable>(
        of _: Choice.Type
    ) throws(SettingsError) -> Choice where Choice.RawValue == String {
        guard let choice = Choice(rawValue: try text()) else {
            throw error(.notOneOf(Choice.allCases.map(\.rawValue)))
        }
        return choice
    }

    /// - Throws: `SettingsError` where this is no list.
    public func list() throws(SettingsError) -> [SettingsNode] {
        guard case .list(let nodes) = content else { throw error(.wrongKind(expected: .list)) }
        return nodes
    }

    /// The mapping's lines in the file's order. An empty file is an empty mapping.
    /// - Throws: `SettingsError` where this is no mapping.
    public func entries() throws(SettingsError) -> [Entry] {
        if case .scalar("") = content, path.isEmpty { return [] }
        guard case .mapping(let entries) = content else { throw error(.wrongKind(expected: .mapping)) }
        return entries
    }

    /// - Throws: `SettingsError` for the first key that is not one of `keys`.
    public func allowKeys(_ keys: some Collection<String>) throws(SettingsError) {
        for entry in try entries() where !keys.contains(entry.key) { throw entry.value.error(.unknownKey) }
    }
}
