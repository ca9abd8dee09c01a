import Payments

/// The pad that the customer signs on, and the pen over it. Mouse and keys move the same pen.
struct SignaturePad: Hashable {
    typealias Place = SignatureDrawing.Point

    private(set) var drawing = SignatureDrawing()
    /// Where the pen is: at first at the beginning of the line to sign on.
    private(set) var pen = Place(x: 32, y: SignaturePad.baseline)
    /// The pen is on the pad: moving it draws.
    private(set) var isDown = false
    /// The mouse has put it there, and lifts it with its button.
    private(set) var isDragged = false

    /// How far down the line to sign on is. *own choice*
    static let baseline = SignatureDrawing.height * 3 / 4
    /// How far an arrow moves the pen, in points of the pad. *own choice*
    private static let step = 4

    mutating func move(right columns: Int, down rows: Int) {
        go(to: Place(x: pen.x + columns * Self.step, y: pen.y + rows * Self.step))
    }

    mutating func press() {
        if isDown { return lift() }
        isDown = true
        drawing.begin(at: pen)
    }

    mutating func lift() {
        isDown = false
        isDragged = false
    }

    /// Takes the last stroke back, though it be under way.
    mutating func takeBack() {
        lift()
        drawing.undo()
    }

    mutating func wipe() {
        lift()
        drawing.clear()
    }
}

// MARK: By mouse

extension SignaturePad {
    mutating func beginDrag(at place: Place) {
        lift()
        pen = place
        press()
        isDragged = true
    }

    /// A mouse that was not pressed on the pad draws nothing.
    mutating func drag(to place: Place) {
        guard isDragged else { return }
        go(to: place)
    }

    mutating func endDrag(at place: Place) {
        guard isDragged else { return }
        go(to: place)
        lift()
    }

    private mutating func go(to place: Place) {
        pen = place
        if isDown { drawing.extend(to: pen) }
    }
}
