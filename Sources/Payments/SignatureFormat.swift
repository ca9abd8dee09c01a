/// What a signature's image is written in. The numbers are those by which it is submitted.
public enum SignatureFormat: Int, Hashable, Sendable, CaseIterable {
    case bmp = 1
    case jpg = 2
    case tif = 3
    case gif = 4

    /// The most bytes that an image may have to be submitted.
    public static let byteLimit = 65_536

    /// What an image begins with, in either byte order.
    private var magics: [[UInt8]] {
        switch self {
        case .bmp: [Array("BM".utf8)]
        case .jpg: [[0xFF, 0xD8, 0xFF]]
        case .tif: [[0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A]]
        case .gif: [Array("GIF87a".utf8), Array("GIF89a".utf8)]
        }
    }

    /// Tells an image's format by its first bytes; nil where it is none of the four.
    public init?(of bytes: [UInt8]) {
        let found = Self.allCases.first { $0.magics.contains { bytes.starts(with: $0) } }
        guard let found else { return nil }
        self = found
    }
}
