/// One connection to a desk: bytes in, bytes out. A HEFT reader's HTTP request is answered once; a pinpad may ask again
/// and again. The first byte tells which one it is.
public struct AcquirerConversation: Sendable {
    private enum Language {
        case unknown
        case http(HTTPRequestReader)
        case terminal(TerminalFrameReader)
    }

    private let desk: AcquirerDesk
    private var language = Language.unknown
    /// Nothing more is answered, and the connection is to be closed.
    public private(set) var isOver = false

    public init(_ desk: AcquirerDesk) { self.desk = desk }

    /// - Returns: what to send; nil while a request is unfinished, and after the end.
    public mutating func receive(_ bytes: [UInt8]) -> [UInt8]? {
        guard !isOver, let first = bytes.first else { return nil }
        if case .unknown = language {
            language = TerminalFrameReader.begins(with: first) ? .terminal(.init()) : .http(.init())
        }
        switch language {
        case .unknown: return nil
        case .http(var reader):
            defer { language = .http(reader) }
            return answer(to: reader.receive(bytes))
        case .terminal(var reader):
            reader.push(bytes)
            defer { language = .terminal(reader) }
            return answers(to: &reader)
        }
    }

    private mutating func answer(to progress: HTTPRequestReader.Progress) -> [UInt8]? {
        switch progress {
        case .unfinished: return nil
        case .body(let body):
            isOver = true
            return desk.answer(to: body)
        case .refused(let status):
            isOver = true
            return HTTPAnswer.bytes(status: status, body: [])
        }
    }

    private mutating func answers(to reader: inout TerminalFrameReader) -> [UInt8]? {
        var answers: [UInt8] = []
        while !isOver {
            switch reader.next() {
            case .unfinished: return answers.isEmpty ? nil : answers
            case .text(let text): answers += TerminalFrame.bytes(answer(to: text).text)
            case .broken:
                answers += TerminalFrame.bytes(Self.refusal.text)
                isOver = true
            }
        }
        return answers
    }

    private func answer(to text: String) -> TerminalAnswer {
        TerminalRequest(text: text).flatMap(desk.decide) ?? Self.refusal
    }

    private static let refusal = TerminalAnswer(code: TerminalAnswer.malfunction)
}
