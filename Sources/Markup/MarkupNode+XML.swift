extension MarkupNode {
    /// The element as XML, without white space between elements. What XML can't hold (control characters) is left out.
    public var xml: String {
        let inner = text.escaped + children.map(\.xml).joined()
        return "<\(name)>\(inner)</\(name)>"
    }
}

extension String {
    /// With the characters replaced that mean something in XML.
    var escaped: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\r": escaped += "&#13;"
            case "\t", "\n", "\u{20}"..."\u{FFFD}": escaped.unicodeScalars.append(scalar)
            case "\u{10000}"...: escaped.unicodeScalars.append(scalar)
            default: break
            }
        }
        return escaped
    }
}
