import CSodium

/// Key bytes in guarded memory: between two pages that can't be touched, kept out of swap and core files where the
/// system allows it, read-only once they are in, wiped when the last owner is gone.
///
/// A secret has no text form: printing, dumping, interpolating and encoding give the word `Secret` or don't compile.
public final class Secret: @unchecked Sendable {
    private let memory: UnsafeMutableRawPointer
    /// How many bytes it holds.
    public let count: Int

    /// Copies the bytes; the original stays the caller's to `wipe`.
    /// - Throws: `SecretError.noMemory`, or `.empty`.
    public convenience init(copying bytes: some Collection<UInt8>) throws(SecretError) {
        try self.init(count: bytes.count) { memory in memory.copyBytes(from: bytes) }
    }

    /// Reads a shared secret as people hand it on: exactly 64 hexadecimal digits in either case, then at most one line
    /// end. A text of another kind is refused as a whole and never quoted in the error.
    public convenience init(hex text: some Collection<UInt8>) throws(SecretError) {
        let digits = text.dropLast(lineEndLength(of: text))
        guard digits.count == 64 else { throw .length }
        guard digits.allSatisfy({ hexValue($0) != nil }) else { throw .notHexadecimal }
        try self.init(count: 32) { memory in
            for (index, digit) in digits.enumerated() {
                memory[index / 2] = memory[index / 2] << 4 | (hexValue(digit) ?? 0)
            }
        }
    }

    /// Lets `fill` write the bytes where they will stay. They are zero before.
    /// - Throws: `SecretError.noMemory`, or `.empty`; and what `fill` throws, as long as it is a `SecretError`.
    public init(
        count: Int, fill: (UnsafeMutableRawBufferPointer) throws(SecretError) -> Void
    ) throws(SecretError) {
        guard count > 0 else { throw .empty }
        guard Sodium.isReady, let memory = sodium_malloc(count) else { throw .noMemory }
        sodium_memzero(memory, count)
        do {
            try fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
        } catch {
            sodium_free(memory)
            throw error
        }
        sodium_mprotect_readonly(memory)
        self.memory = memory
        self.count = count
    }

    deinit { sodium_free(memory) }

    /// Lends the bytes; they must not be copied into memory that isn't wiped.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: memory, count: count))
    }
}

extension Secret {
    /// The bytes as C functions take them; valid as long as this lives.
    var pointer: UnsafePointer<UInt8> { UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)) }
}

extension Secret: Equatable {
    /// Takes the same time wherever the bytes differ.
    public static func == (a: Secret, b: Secret) -> Bool {
        a.count == b.count && sodium_memcmp(a.memory, b.memory, a.count) == 0
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "Secret" }
    public var debugDescription: String { "Secret" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why there is no secret. Says nothing of what was given.
public enum SecretError: Error, Hashable, Sendable {
    /// Not exactly 64 digits, or otherwise not as long as it must be.
    case length
    case notHexadecimal
    case empty
    /// The system gave no guarded memory.
    case noMemory
    /// What was to be decrypted is not what was encrypted with this key, or was changed since.
    case notAuthentic
}

private func lineEndLength(of text: some Collection<UInt8>) -> Int {
    let end = Array(text.suffix(2))
    guard end.last == UInt8(ascii: "\n") else { return 0 }
    return end.first == UInt8(ascii: "\r") ? 2 : 1
}

private func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
}
