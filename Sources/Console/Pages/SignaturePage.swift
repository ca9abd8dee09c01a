import Checkout
import Localization
import Payments
import Receipts
import Screen

/// The receipt that was signed.
struct SignaturePage: Hashable {
    private(set) var lines: [ReceiptLine] = []
    var scroll = Scroll()

    /// As wide as receipts' paper can be. *own choice*
    static let width = 48

    mutating func layOut(_ receipt: String?, _ catalogue: Catalogue, training: Bool) {
        let text = ReceiptText(catalogue: catalogue, width: Self.width, isTraining: training)
        lines = receipt.map(text.lines(of:)) ?? []
    }
}

extension ConsoleModel {
    mutating func performOnSignature(_ command: ConsoleCommand) -> [ConsoleEffect] {
        switch command {
        case .accept: ask(.accepted)
        case .decline: ask(.declined)
        default: signature.scroll.move(command, lines: signature.lines.count, window: SignatureView.window(size))
        }
        return []
    }

    private mutating func ask(_ verdict: SignatureVerdict) {
        guard let id = runningSale?.signature?.id else { return }
        question = Question(.signature(id: id, verdict))
    }
}
