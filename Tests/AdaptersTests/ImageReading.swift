import Glibc

/// An image as libgd reads it, opened by the test itself.
struct ReadImage {
    private typealias Read = @convention(c) (Int32, UnsafePointer<UInt8>) -> OpaquePointer?
    private typealias Pixel = @convention(c) (OpaquePointer, Int32, Int32) -> Int32
    private typealias Destroy = @convention(c) (OpaquePointer) -> Void

    struct Size: Hashable {
        var width: Int
        var height: Int
    }

    let size: Size
    /// Brightness of each pixel, row by row; 0 is black.
    let pixels: [Int]

    /// - Parameter kind: as in libgd's functions: `Bmp`, `Jpeg`, `Tiff`, `Gif`.
    init?(_ bytes: [UInt8], kind: String) {
        guard let library = dlopen("libgd.so.3", RTLD_NOW), let read = dlsym(library, "gdImageCreateFrom\(kind)Ptr"),
            let pixel = dlsym(library, "gdImageGetTrueColorPixel"), let inside = dlsym(library, "gdImageBoundsSafe"),
            let destroy = dlsym(library, "gdImageDestroy"),
            let image = unsafeBitCast(read, to: Read.self)(Int32(bytes.count), bytes)
        else { return nil }
        defer { unsafeBitCast(destroy, to: Destroy.self)(image) }
        let isInside = unsafeBitCast(inside, to: Pixel.self)
        let width = (0..<10_000).first { isInside(image, $0, 0) == 0 } ?? 0
        let height = (0..<10_000).first { isInside(image, 0, $0) == 0 } ?? 0
        let color = unsafeBitCast(pixel, to: Pixel.self)
        size = Size(width: Int(width), height: Int(height))
        pixels = (0..<height).flatMap { y in
            (0..<width).map { x in
                let rgb = Int(color(image, x, y))
                return (rgb >> 16 & 0xFF + rgb >> 8 & 0xFF + rgb & 0xFF) / 3
            }
        }
    }

    func isDark(_ x: Int, _ y: Int) -> Bool { pixels[y * size.width + x] < 128 }

    var darkCount: Int { pixels.count { $0 < 128 } }
}
