public import Foundation

/// A message in its frames, as a golden file has it.
public struct FrameVector: Sendable, CustomStringConvertible {
    public var name = ""
    public var title = ""
    public var maxFrame = 0
    public var frames: [[UInt8]] = []
    public var message: [UInt8] = []

    public var description: String { "\(name) \(title)" }
}

/// Reads golden files: `#` starts a comment, `== NAME TITLE` a vector, and `max`, `frame`, `message` are its lines.
public enum Vectors {
    /// - Parameters:
    ///   - file: relative to the folder of the test that asks.
    ///   - test: leave it as it is.
    public static func frames(_ file: String, beside test: String = #filePath) throws -> [FrameVector] {
        var vectors: [FrameVector] = []
        for line in try text(file, beside: test).split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            if words[0] == "==" {
                let title = words[1].split(separator: " ", maxSplits: 1).map(String.init)
                vectors.append(FrameVector(name: title[0], title: title[1]))
                continue
            }
            guard let last = vectors.indices.last else { throw BadLine(line: String(line)) }
            switch words[0] {
            case "max": vectors[last].maxFrame = Int(words[1]) ?? 0
            case "frame": vectors[last].frames.append(try bytes(hex: words[1]))
            case "message": vectors[last].message = try bytes(hex: words[1])
            default: throw BadLine(line: String(line))
            }
        }
        return vectors
    }

    /// The text of a file beside a test.
    public static func text(_ file: String, beside test: String = #filePath) throws -> String {
        try String(contentsOf: url(file, beside: test), encoding: .utf8)
    }

    public static func url(_ file: String, beside test: String = #filePath) -> URL {
        URL(filePath: test).deletingLastPathComponent().appending(path: file)
    }

    /// Bytes from hex digits; white space is left out.
    public static func bytes(hex: String) throws -> [UInt8] {
        let digits = hex.compactMap { $0.isWhitespace ? nil : $0.hexDigitValue ?? -1 }
        guard digits.count.isMultiple(of: 2), !digits.contains(-1) else { throw BadLine(line: hex) }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    public struct BadLine: Error {
        public var line: String
    }
}
