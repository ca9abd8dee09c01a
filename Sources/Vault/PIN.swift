public import Crypto

/// The digits by which an operator is known.
public struct PIN: Sendable {
    public let secret: Secret

    /// How many digits. *own choice*
    public static let lengths = 4...12

    /// - Parameter bytes: ASCII digits without the line end; are wiped.
    public init(wiping bytes: inout [UInt8]) throws(PINFault) {
        defer { wipe(&bytes) }
        guard Self.lengths.contains(bytes.count) else { throw .length }
        guard bytes.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { throw .notDigits }
        isGuessable = Self.isGuessable(bytes)
        do throws(SecretError) { secret = try Secret(copying: bytes) } catch { throw .noMemory }
    }

    /// One digit over and over, or digits in a row: what is tried first.
    public let isGuessable: Bool

    private static func isGuessable(_ digits: [UInt8]) -> Bool {
        let steps = Set(zip(digits, digits.dropFirst()).map { Int($1) - Int($0) })
        return steps.count == 1 && steps.isSubset(of: [-1, 0, 1])
    }
}

extension PIN: CustomStringConvertible, CustomReflectable {
    public var description: String { "PIN" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why digits can't be a PIN.
public enum PINFault: Error, Hashable, Sendable {
    case length, notDigits, noMemory
}
