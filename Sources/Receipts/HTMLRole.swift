import Markup

/// What an HTML element does to a receipt's lines.
enum HTMLRole: Hashable {
    case dropped, lineBreak, rule, image, row, block, inline

    init(_ name: String) {
        self = Self.roles[name] ?? .inline
    }

    private static let roles: [String: HTMLRole] = {
        var roles: [String: HTMLRole] = ["br": .lineBreak, "hr": .rule, "img": .image, "tr": .row]
        for name in ["script", "style", "head", "title", "template", "object", "svg", "iframe"] {
            roles[name] = .dropped
        }
        let blocks = [
            "html", "body", "div", "p", "h1", "h2", "h3", "h4", "h5", "h6", "center", "table", "tbody", "thead",
            "tfoot", "caption", "ul", "ol", "li", "dl", "dt", "dd", "pre", "section", "header", "footer", "article",
            "address", "blockquote", "form", "fieldset", "td", "th",
        ]
        for name in blocks { roles[name] = .block }
        return roles
    }()
}

/// How text looks where it stands.
struct HTMLStyle: Hashable {
    var isBold = false
    var isCentred = false
    /// Line breaks and spaces count, as in `pre`.
    var keepsBreaks = false

    private static let bold: Set<String> = ["b", "strong", "th", "h1", "h2", "h3", "h4", "h5", "h6"]
    private static let centred: Set<String> = ["center", "centre", "centered", "centred"]

    func inside(_ element: HTMLElement) -> HTMLStyle {
        var style = self
        if Self.bold.contains(element.name) { style.isBold = true }
        if element.name == "pre" { style.keepsBreaks = true }
        let words = (element.attributes["class"] ?? "") + " " + (element.attributes["align"] ?? "")
        let isMarked = words.lowercased().split(whereSeparator: { $0 == " " || $0 == "-" || $0 == "_" })
            .contains { Self.centred.contains(String($0)) }
        if element.name == "center" || isMarked { style.isCentred = true }
        return style
    }
}

/// The text of one line as it grows: runs of white space are one space, none at either end.
struct InlineText {
    private var text = ""
    private var isBold = true
    private var owesSpace = false

    var isEmpty: Bool { text.isEmpty }

    mutating func append(_ more: String, isBold: Bool, keepsSpaces: Bool = false) {
        for scalar in more.unicodeScalars {
            if Self.isSpace(scalar), !keepsSpaces {
                owesSpace = true
                continue
            }
            if owesSpace, !text.isEmpty { text += " " }
            owesSpace = false
            text.unicodeScalars.append(scalar)
            self.isBold = self.isBold && (isBold || Self.isSpace(scalar))
        }
    }

    /// The line so far, and begins a new one; nil where there is nothing on it.
    mutating func take() -> (text: String, isBold: Bool)? {
        defer { self = InlineText() }
        return text.isEmpty ? nil : (text, isBold)
    }

    /// What HTML calls white space; a no-break space is none.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        [" ", "\t", "\n", "\r", "\u{C}"].contains(scalar)
    }
}
