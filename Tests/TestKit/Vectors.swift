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
    /// The vectors of a file, by its path from the root of the source tree. A line that isn't one of these is left out,
    /// so tests say how many there are.
    public static func frames(_ path: String) -> [FrameVector] {
        var vectors: [FrameVector] = []
        for line in Repository.lines(path) {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            if words[0] == "==" {
                let title = words[1].split(separator: " ", maxSplits: 1).map(String.init)
                vectors.append(FrameVector(name: title[0], title: title[1]))
            }
            guard let last = vectors.indices.last else { continue }
            switch words[0] {
            case "max": vectors[last].maxFrame = Int(words[1]) ?? 0
            case "frame": vectors[last].frames.append(hex(words[1]))
            case "message": vectors[last].message = hex(words[1])
            default: break
            }
        }
        return vectors
    }
}
