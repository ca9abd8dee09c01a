import CGD
public import Payments

/// Makes an image of a signature, black on white, one pixel for each point of the pad (libgd, opened on first use).
/// It says nothing of the machine, the program or the time it was made by.
public enum SignatureImage {
    /// The Debian package that has the library.
    public static let package = "libgd3"
    static let library = "libgd.so.3"
    /// How broad the pen is, in pixels. *own choice*
    private static let penWidth: Int32 = 3

    /// - Throws: `ImagingFault`; `tooLarge` where the image has more bytes than can be submitted.
    public static func encoded(
        _ drawing: SignatureDrawing, as format: SignatureFormat
    ) throws(ImagingFault) -> [UInt8] {
        try encoded(drawing, as: format, with: library)
    }

    /// - Parameter library: what the loader is to look for.
    static func encoded(
        _ drawing: SignatureDrawing, as format: SignatureFormat, with library: String,
        limit: Int = SignatureFormat.byteLimit
    ) throws(ImagingFault) -> [UInt8] {
        guard !drawing.isEmpty else { throw .nothingDrawn }
        var isMissing = false
        let image = cgd_begin(library, Int32(SignatureDrawing.width), Int32(SignatureDrawing.height), &isMissing)
        guard let image else { throw isMissing ? .missingLibrary(package: package) : .notEncoded }
        defer { cgd_free(image) }
        for curve in drawing.curves { draw(curve, on: image) }
        var count = 0
        guard let start = cgd_write(image, format.code, &count), count > 0 else { throw .notEncoded }
        let written = Array(UnsafeRawBufferPointer(start: start, count: count))
        let bytes = format == .jpg ? JPEGComments.removed(from: written) : written
        guard bytes.count <= limit else { throw .tooLarge(byteCount: bytes.count) }
        return bytes
    }

    private static func draw(_ curve: [SignatureDrawing.Point], on image: OpaquePointer) {
        var last = curve.first
        for point in curve {
            if let last {
                cgd_line(image, Int32(last.x), Int32(last.y), Int32(point.x), Int32(point.y), penWidth)
            }
            last = point
        }
    }
}

extension SignatureFormat {
    fileprivate var code: cgd_format {
        switch self {
        case .bmp: CGD_BMP
        case .jpg: CGD_JPEG
        case .tif: CGD_TIFF
        case .gif: CGD_GIF
        }
    }
}

/// Why there is no image.
public enum ImagingFault: Error, Hashable, Sendable {
    /// The drawing is empty.
    case nothingDrawn
    /// The library isn't installed; the Debian package has it.
    case missingLibrary(package: String)
    /// The library refused, or there was no memory.
    case notEncoded
    /// More bytes than can be submitted.
    case tooLarge(byteCount: Int)
}
