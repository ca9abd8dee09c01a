import Heft
import Markup

extension Packet {
    /// The same with its document indented, a line an element. Source: heft.md 9.3, 37.
    var pretty: Packet {
        switch self {
        case .initialiseAnswer(let status, var answer?):
            answer.xml = answer.xml.pretty
            return .initialiseAnswer(status, answer)
        case .event(let status, let xml): return .event(status, xml?.pretty)
        case .financeAnswer(let operation, let status, var answer?):
            answer.xml = answer.xml.pretty
            return .financeAnswer(operation, status, answer)
        case .tokeniseAnswer(let status, let xml): return .tokeniseAnswer(status, xml?.pretty)
        case .xmlCommandAnswer(let status, let xml): return .xmlCommandAnswer(status, xml?.pretty)
        case .signatureRequest(var request):
            request.xml = request.xml.pretty
            return .signatureRequest(request)
        default: return self
        }
    }
}

extension XMLText {
    fileprivate var pretty: XMLText {
        guard let root = try? parsed() else { return self }
        return XMLText(bytes: Array(root.indented(by: 0).utf8))
    }
}

extension MarkupNode {
    fileprivate func indented(by depth: Int) -> String {
        let space = String(repeating: "  ", count: depth)
        guard !children.isEmpty else { return "\(space)\(xml)\n" }
        let inner = children.map { $0.indented(by: depth + 1) }.joined()
        return "\(space)<\(name)>\n\(inner)\(space)</\(name)>\n"
    }
}
