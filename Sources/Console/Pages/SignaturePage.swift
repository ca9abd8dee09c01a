import Checkout
import Localization
import Payments
import Receipts
import Screen

/// The receipt that was signed, and the pad where that is done here.
struct SignaturePage: Hashable {
    private(set) var lines: [ReceiptLine] = []
    var scroll = Scroll()
    var pad = SignaturePad()

    /// As wide as receipts' paper can be. *own choice*
    static let width = 48

    mutating func layOut(_ receipt: String?, _ catalogue: Catalogue, training: Bool) {
        let text = ReceiptText(catalogue: catalogue, width: Self.width, isTraining: training)
        lines = receipt.map(text.lines(of:)) ?? []
    }
}

extension ConsoleModel {
    /// Customers sign on the screen.
    var hasPad: Bool { settings.takesDrawnSignature && runningSale?.signature != nil }

    /// Whether the mouse has something to do here: elsewhere it selects text as ever.
    public var wantsMouse: Bool { settings.usesMouse && page == .signature && hasPad && !isTooSmall }

    mutating func performOnSignature(_ command: ConsoleCommand) -> [ConsoleEffect] {
        switch command {
        case .accept, .go: ask(.accepted)
        case .decline: ask(.declined)
        case .pen: signature.pad.press()
        case .takeBack: signature.pad.takeBack()
        case .wipe: signature.pad.wipe()
        case .left: signature.pad.move(right: -1, down: 0)
        case .right: signature.pad.move(right: 1, down: 0)
        case .up where hasPad: signature.pad.move(right: 0, down: -1)
        case .down where hasPad: signature.pad.move(right: 0, down: 1)
        default: scrollSignature(command)
        }
        return []
    }

    private mutating func scrollSignature(_ command: ConsoleCommand) {
        signature.scroll.move(command, lines: signature.lines.count, window: SignatureView(model: self).window)
    }

    /// The pen is lifted: what is asked about does not change while the question stands.
    private mutating func ask(_ verdict: SignatureVerdict) {
        guard let id = runningSale?.signature?.id else { return }
        signature.pad.lift()
        question = Question(.signature(id: id, verdict))
    }

    mutating func drawOnSignature(_ key: Key) {
        guard wantsMouse, notice == nil, case .mouse(let event) = key else { return }
        let layout = PadLayout(size)
        let cell = layout.cell(at: event.place, on: size)
        let place = layout.place(inCell: cell)
        switch event.action {
        case .press where layout.pad.size.contains(cell): signature.pad.beginDrag(at: place)
        case .press: return
        case .move: signature.pad.drag(to: place)
        case .release: signature.pad.endDrag(at: place)
        case .wheelUp: scrollSignature(.pageUp)
        case .wheelDown: scrollSignature(.pageDown)
        }
    }

    /// What is to be done when somebody has decided: a drawing is kept first. The pad stays as it is until the engine has
    /// taken the answer, which it may not.
    func answerSignature(_ id: Int, _ verdict: SignatureVerdict) -> [ConsoleEffect] {
        let answer = ConsoleEffect.submit(.answerSignature(id: id, verdict))
        guard verdict == .accepted, hasPad, !signature.pad.drawing.isEmpty, let running = runningSale
        else { return [answer] }
        return [.keepSignature(running.intent.reference, signature.pad.drawing), answer]
    }
}

extension Rect {
    fileprivate var size: Size { Size(width: width, height: height) }
}

extension Size {
    fileprivate func contains(_ point: Point) -> Bool { Rect(self).contains(point) }
}
