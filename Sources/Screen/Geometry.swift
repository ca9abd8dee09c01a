/// A place in a grid, in cells from the top left corner.
public struct Point: Hashable, Sendable {
    public var x: Int
    public var y: Int

    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// So many cells wide and high.
public struct Size: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A rectangle of cells. It may be empty, never inside out.
public struct Rect: Hashable, Sendable {
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int

    /// Negative widths and heights count as zero.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    public init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    public var right: Int { x + width }
    public var bottom: Int { y + height }

    public func contains(_ point: Point) -> Bool {
        (x..<right).contains(point.x) && (y..<bottom).contains(point.y)
    }

    /// What both have in common; empty where that is nothing.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rect(
            x: left, y: top, width: min(right, other.right) - left, height: min(bottom, other.bottom) - top)
    }

    public func moved(x dx: Int, y dy: Int) -> Rect {
        Rect(x: x + dx, y: y + dy, width: width, height: height)
    }

    /// The rectangle less a margin on every side.
    public func inset(x dx: Int, y dy: Int) -> Rect {
        Rect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
    }
}
