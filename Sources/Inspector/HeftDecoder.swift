import Heft
import Wire

/// Takes a stream of HEFT bytes apart for people and programs.
public enum HeftDecoder {
    /// Everything the bytes hold, in order. Nothing is thrown: what is wrong is an item of its own.
    public static func decode(_ bytes: [UInt8]) -> [DecodedItem] {
        var decoding = Decoding(bytes: bytes)
        decoding.run()
        return decoding.items
    }
}

private struct Decoding {
    let bytes: [UInt8]
    var items: [DecodedItem] = []
    private var deframer = Deframer()
    private var message: [UInt8] = []
    /// Where the message began.
    private var messageStart: Int?
    /// The end of the last unit.
    private var end = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func run() {
        deframer.push(bytes)
        while let located = deframer.next(appendingTo: &message) {
            take(located)
            end = located.offset + located.length
        }
        if end < bytes.count {
            items.append(.malformed(offset: end, text: "\(bytes.count - end) bytes of an unfinished frame"))
        } else if let messageStart {
            items.append(.malformed(offset: messageStart, text: "a message without its last frame"))
        }
    }

    private mutating func take(_ located: Located<LinkUnit>) {
        switch located.unit {
        case .frame(_, let isFinal):
            add(located, isFinal ? .final : .partial, crcOk: true)
            messageStart = messageStart ?? located.offset
            if isFinal { endMessage() }
        case .badFrame(let fault):
            addBadFrame(located, fault)
        case .ack: add(located, .ack)
        case .nak: add(located, .nak)
        case .enq: add(located, .enq)
        case .eot: add(located, .eot)
        case .unknownControl:
            items.append(.malformed(offset: located.offset, text: "a DLE and a byte that means nothing"))
        case .noise(let count):
            items.append(.malformed(offset: located.offset, text: "\(count) bytes outside of frames"))
        }
    }

    private mutating func add(_ located: Located<LinkUnit>, _ kind: DecodedFrame.Kind, crcOk: Bool? = nil) {
        items.append(.frame(DecodedFrame(offset: located.offset, length: located.length, kind: kind, crcOk: crcOk)))
    }

    private mutating func addBadFrame(_ located: Located<LinkUnit>, _ fault: FrameFault) {
        let text: String
        switch fault {
        case .checksum:
            let mark = located.offset + located.length - 3
            let isPartial = bytes.indices.contains(mark) && bytes[mark] == LinkControl.etb.rawValue
            add(located, isPartial ? .partial : .final, crcOk: false)
            text = "the checksum is wrong"
        case .tooLong: text = "a frame longer than \(Frame.largestSize) bytes"
        case .unpairedDLE: text = "a frame with a DLE that is neither doubled nor a mark"
        }
        items.append(.malformed(offset: located.offset, text: text))
    }

    private mutating func endMessage() {
        let start = messageStart ?? 0
        defer {
            message = []
            messageStart = nil
        }
        do throws(WireError) {
            let whole = try Message(bytes: message)
            items.append(.message(try DecodedMessage(whole)))
        } catch {
            items.append(.malformed(offset: start, text: error.description))
        }
    }
}
