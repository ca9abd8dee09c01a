extension SignatureDrawing {
    /// The strokes as lines through neighbouring points, their corners rounded: a mouse tells only the cells that it
    /// went through. A stroke of one or two points is left as it is.
    public var curves: [[Point]] { strokes.map(Self.rounded) }

    /// From the first point to the last; in between, each point pulls a curve from middle to middle of the lines that
    /// meet in it.
    private static func rounded(_ stroke: [Point]) -> [Point] {
        guard stroke.count > 2 else { return stroke }
        var curve = [stroke[0]]
        for index in 1..<(stroke.count - 1) {
            let bend = Bend(
                from: Middle(stroke[index - 1], stroke[index]), around: stroke[index],
                to: Middle(stroke[index], stroke[index + 1]))
            for point in bend.points where point != curve.last { curve.append(point) }
        }
        return curve + stroke.suffix(1)
    }
}

/// The middle of a line, in half points so that it is exact.
private struct Middle {
    let x, y: Int

    init(_ a: SignatureDrawing.Point, _ b: SignatureDrawing.Point) {
        x = a.x + b.x
        y = a.y + b.y
    }
}

/// A quadratic Bézier curve.
private struct Bend {
    let from: Middle
    let around: SignatureDrawing.Point
    let to: Middle

    /// As many as one every two points or so of its length.
    var points: [SignatureDrawing.Point] {
        let steps = max(1, (abs(to.x - from.x) + abs(to.y - from.y)) / 4)
        return (0...steps).map { step in
            SignatureDrawing.Point(
                x: Self.value(from.x, 2 * around.x, to.x, step, of: steps),
                y: Self.value(from.y, 2 * around.y, to.y, step, of: steps))
        }
    }

    /// From half points to whole ones, rounded.
    private static func value(_ from: Int, _ around: Int, _ to: Int, _ step: Int, of steps: Int) -> Int {
        let left = steps - step
        let sum = left * left * from + 2 * left * step * around + step * step * to
        return (sum + steps * steps) / (2 * steps * steps)
    }
}
