import CYAML

extension SettingsNode {
    /// Reads a YAML file.
    /// - Parameters:
    ///   - bytes: the file's content, UTF-8.
    ///   - file: what the file is called in errors.
    /// - Throws: `SettingsError` for anything that is not one document of mappings, lists and scalars.
    public init(yaml bytes: [UInt8], file: String) throws(SettingsError) {
        guard bytes.count <= Self.sizeLimit else {
            throw SettingsError(file: file, line: 1, column: 1, key: "", problem: .tooLarge)
        }
        let input = bytes.isEmpty ? [0x0A] : bytes  // libyaml takes no null pointer
        let result = input.withUnsafeBufferPointer { buffer -> Result<SettingsNode, SettingsError> in
            let parser = YAMLParser(buffer, file: file)
            return Result { () throws(SettingsError) in try parser.document() }
        }
        self = try result.get()
    }
}

/// libyaml's event parser, turned into nodes by descent. Lives no longer than the bytes it was given.
private final class YAMLParser {
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private let file: String

    init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
        self.file = file
        yaml_parser_initialize(parser)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    func document() throws(SettingsError) -> SettingsNode {
        var node = SettingsNode(content: .scalar(""), line: 1, column: 1, file: file, path: "")
        _ = try next()
        guard try next().kind != .end else { return node }
        node = try value(try next(), path: "", depth: 0)
        _ = try next()
        let last = try next()
        guard last.kind == .end else { throw error(.unsupported, last) }
        return node
    }

    private func value(_ event: Event, path: String, depth: Int) throws(SettingsError) -> SettingsNode {
        guard depth <= SettingsNode.depthLimit else { throw error(.tooDeep, event, path) }
        let content: SettingsNode.Content
        switch event.kind {
        case .scalar(let text): content = .scalar(text)
        case .startList: content = .list(try items(path: path, depth: depth + 1))
        case .startMapping: content = .mapping(try entries(path: path, depth: depth + 1))
        case .other, .end, .endCollection: throw error(.unsupported, event, path)
        }
        return SettingsNode(content: content, line: event.line, column: event.column, file: file, path: path)
    }

    private func items(path: String, depth: Int) throws(SettingsError) -> [SettingsNode] {
        var items: [SettingsNode] = []
        while true {
            let event = try next()
            if event.kind == .endCollection { return items }
            items.append(try value(event, path: "\(path)[\(items.count)]", depth: depth))
        }
    }

    private func entries(path: String, depth: Int) throws(SettingsError) -> [SettingsNode.Entry] {
        var entries: [SettingsNode.Entry] = []
        var seen: Set<String> = []
        while true {
            let event = try next()
            if event.kind == .endCollection { return entries }
            guard case .scalar(let key) = event.kind else { throw error(.unsupported, event, path) }
            let keyPath = path.isEmpty ? key : path + "." + key
            guard seen.insert(key).inserted else { throw error(.duplicateKey, event, keyPath) }
            entries.append(.init(key: key, value: try value(try next(), path: keyPath, depth: depth)))
        }
    }

    private func error(_ problem: SettingsError.Problem, _ event: Event, _ path: String = "") -> SettingsError {
        SettingsError(file: file, line: event.line, column: event.column, key: path, problem: problem)
    }
}

extension YAMLParser {
    /// What libyaml saw, copied out of its memory.
    private struct Event {
        enum Kind: Equatable {
            case scalar(String)
            case startList, startMapping, endCollection
            /// Start and end of the stream and of a document, aliases.
            case other
            case end
        }

        var kind: Kind
        var line: Int
        var column: Int
    }

    private func next() throws(SettingsError) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
        defer { yaml_event_delete(&event) }
        return Event(
            kind: kind(of: event), line: Int(event.start_mark.line) + 1, column: Int(event.start_mark.column) + 1)
    }

    private func kind(of event: yaml_event_t) -> Event.Kind {
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            guard scalar.anchor == nil, scalar.tag == nil else { return .other }
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            return .scalar(String(decoding: bytes, as: UTF8.self))
        case YAML_SEQUENCE_START_EVENT: return event.data.sequence_start.anchor == nil ? .startList : .other
        case YAML_MAPPING_START_EVENT: return event.data.mapping_start.anchor == nil ? .startMapping : .other
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .endCollection
        case YAML_STREAM_END_EVENT: return .end
        default: return .other
        }
    }

    private func syntaxError() -> SettingsError {
        let words = parser.pointee.problem.map { String(cString: $0) } ?? "not YAML"
        let mark = parser.pointee.problem_mark
        return SettingsError(
            file: file, line: Int(mark.line) + 1, column: Int(mark.column) + 1, key: "", problem: .syntax(words))
    }
}
