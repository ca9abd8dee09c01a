import Screen
import Text

/// Where the parts of a page are: a header, the body, the key bar.
enum Frame {
    static let headerRows = 2

    static func body(_ size: Size) -> Rect {
        Rect(x: 0, y: headerRows, width: size.width, height: size.height - headerRows - 1)
    }

    /// The body less a margin at the sides.
    static func content(_ size: Size) -> Rect { body(size).inset(x: 2, y: 0) }
}

extension Canvas {
    var size: Size { Size(width: width, height: height) }

    /// Writes a label and what belongs to it, so that both are seen: the label gives way.
    mutating func field(_ label: String, _ value: String, y: Int, labelWidth: Int, _ role: Role = .text) {
        write(label, x: 0, y: y, width: labelWidth - 2, .leading, .dim)
        write(value, x: labelWidth, y: y, width: width - labelWidth, .leading, role)
    }
}
