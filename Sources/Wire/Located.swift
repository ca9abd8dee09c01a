/// What a byte stream was cut into, and where in the stream it was.
@frozen
public struct Located<Unit: Hashable & Sendable>: Hashable, Sendable {
    /// Bytes of the stream before it.
    public var offset: Int
    /// How many bytes of the stream it is.
    public var length: Int
    public var unit: Unit

    @inlinable
    public init(offset: Int, length: Int, unit: Unit) {
        self.offset = offset
        self.length = length
        self.unit = unit
    }
}
