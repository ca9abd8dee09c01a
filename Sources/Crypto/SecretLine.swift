import CSodium

/// A line that is being typed and must not be seen: it grows in guarded memory, and nobody copies it but into a secret.
/// Not for use by two threads at once.
public final class SecretLine {
    private let memory: UnsafeMutablePointer<UInt8>?
    private var length = 0
    /// How many characters were typed.
    public private(set) var count = 0

    /// In bytes.
    public static let longest = 1024

    public init() {
        memory = Sodium.isReady ? sodium_malloc(Self.longest)?.assumingMemoryBound(to: UInt8.self) : nil
    }

    deinit { sodium_free(memory) }

    public var isEmpty: Bool { count == 0 }

    /// Takes a character, as far as it fits.
    public func append(_ character: Character) {
        guard let memory, length + character.utf8.count <= Self.longest else { return }
        for byte in character.utf8 {
            memory[length] = byte
            length += 1
        }
        count += 1
    }

    public func clear() {
        if let memory { sodium_memzero(memory, Self.longest) }
        (length, count) = (0, 0)
    }

    /// What was typed, as bytes that are the caller's to wipe. The line is empty afterwards.
    public func take() -> [UInt8] {
        defer { clear() }
        return memory.map { Array(UnsafeBufferPointer(start: $0, count: length)) } ?? []
    }
}
