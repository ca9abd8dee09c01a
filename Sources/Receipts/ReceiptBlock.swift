/// A piece of a receipt before it is laid out for a width.
enum ReceiptBlock: Hashable {
    case text(String, ReceiptStyle)
    /// A label and its value, as in a table's row.
    case row(label: String, value: String, ReceiptStyle)
    case rule
    case blank
}

/// How a piece looks.
struct ReceiptStyle: Hashable {
    var isBold = false
    var isCentred = false

    static let plain = ReceiptStyle()
    static let heading = ReceiptStyle(isBold: true, isCentred: true)
}
