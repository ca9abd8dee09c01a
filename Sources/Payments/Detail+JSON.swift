extension Detail {
    /// For people and programs that read along: the children as an object; leaves are text, repeated names are arrays.
    public var object: JSONValue {
        var members: [JSONValue.Member] = []
        for name in children.map(\.name) where !members.contains(where: { $0.name == name }) {
            let values = children.filter { $0.name == name }.map { child in
                child.children.isEmpty ? .string(child.text) : child.object
            }
            members.append(JSONValue.Member(name, values.count == 1 ? values[0] : .array(values)))
        }
        return .object(members)
    }

    /// The tree without any loss, as the journal keeps it.
    var json: JSONValue {
        .object([
            ("name", .string(name)),
            ("text", text.isEmpty ? nil : .string(text)),
            ("children", children.isEmpty ? nil : .array(children.map(\.json))),
        ])
    }

    init?(json: JSONValue?) {
        guard let json, let name = json["name"]?.stringValue else { return nil }
        let children = json["children"]?.elements.compactMap(Detail.init(json:)) ?? []
        self.init(name: name, text: json["text"]?.stringValue ?? "", children: children)
    }
}
