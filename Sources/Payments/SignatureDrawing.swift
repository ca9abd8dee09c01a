/// What a customer drew to sign with: strokes on a pad of fixed size.
///
/// A signature is personal data: neither printing nor dumping a drawing shows its points.
public struct SignatureDrawing: Hashable, Sendable {
    /// The pad in points; an image of it has as many pixels. *own choice*: near the shape of a card's signature panel
    public static let width = 320
    public static let height = 96
    /// The most points of one drawing; what is drawn beyond them leaves no line. *own choice*
    public static let pointLimit = 4096

    /// A place on the pad, from its top left corner.
    public struct Point: Hashable, Sendable {
        public let x: Int
        public let y: Int

        /// A place outside the pad is moved to its edge.
        public init(x: Int, y: Int) {
            self.x = min(max(0, x), SignatureDrawing.width - 1)
            self.y = min(max(0, y), SignatureDrawing.height - 1)
        }
    }

    /// Each has at least one point: alone it is a dot.
    public private(set) var strokes: [[Point]] = []
    private var count = 0

    public init() {}

    public var isEmpty: Bool { strokes.isEmpty }

    /// Takes no more points.
    public var isFull: Bool { count >= Self.pointLimit }

    /// Puts the pen down: a new stroke.
    public mutating func begin(at point: Point) {
        guard !isFull else { return }
        strokes.append([point])
        count += 1
    }

    /// Draws the last stroke on; without one nothing happens.
    public mutating func extend(to point: Point) {
        guard let last = strokes.last?.last, last != point, !isFull else { return }
        strokes[strokes.count - 1].append(point)
        count += 1
    }

    /// Takes the last stroke back.
    public mutating func undo() {
        count -= strokes.popLast()?.count ?? 0
    }

    public mutating func clear() { self = SignatureDrawing() }
}

extension SignatureDrawing: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SignatureDrawing(\(isEmpty ? "empty" : "redacted"))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
