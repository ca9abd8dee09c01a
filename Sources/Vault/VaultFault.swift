public import Files

/// Why the credential file could not be used. Holds nothing of what stands in it.
public enum VaultFault: Error, Hashable, Sendable {
    /// Where a file is not as it was written.
    public enum Part: Hashable, Sendable {
        /// It is no credential file, or its first bytes are changed.
        case start
        case header
        case index
        /// A value, by its place in the order of names.
        case entry(Int)
        /// What stands there as an operator is none.
        case operatorEntry
        /// It ends too early or too late.
        case end
    }

    case file(FileFault)
    case wrongPassphrase
    case damaged(Part)
    /// A later till wrote it: the format's number.
    case newerVersion(Int)
    /// The system gave no locked memory, or not as much as the key derivation takes.
    case noMemory
    /// Not of lower-case letters, digits, `.`, `-`, `_` and `/`, or longer than 64.
    case badName
    case noSuchEntry
    /// A value or the file would be longer, or the cost higher, than the format allows.
    case tooLarge
    /// Somebody has changed the passphrase since this was unlocked.
    case passphraseChanged
}
