/// Where unpredictable bytes come from.
public protocol RandomSource: Sendable {
    func bytes(_ count: Int) -> [UInt8]
}
