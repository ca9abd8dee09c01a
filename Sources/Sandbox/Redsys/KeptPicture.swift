import Crypto

/// What is kept of the picture of a signature: never the picture.
struct KeptPicture: Hashable {
    var format: PictureFormat
    /// Bytes.
    var length: Int
    /// SHA-256.
    var digest: [UInt8]

    init(_ bytes: [UInt8], _ format: PictureFormat) {
        self.format = format
        length = bytes.count
        digest = SHA256.digest(bytes)
    }

    /// Bytes. Source: gateways.md C.8.
    static let largest = 65_536
}

/// The raw value is the wire's. Source: gateways.md C.8.
enum PictureFormat: String, Hashable, CaseIterable {
    case bmp = "1"
    case jpeg = "2"
    case tiff = "3"
    case gif = "4"

    /// The bytes begin as pictures of this format do.
    func fits(_ bytes: [UInt8]) -> Bool { beginnings.contains { bytes.starts(with: $0) } }

    private var beginnings: [[UInt8]] {
        switch self {
        case .bmp: [Array("BM".utf8)]
        case .jpeg: [[0xFF, 0xD8, 0xFF]]
        case .tiff: [[0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A]]
        case .gif: [Array("GIF87a".utf8), Array("GIF89a".utf8)]
        }
    }
}
