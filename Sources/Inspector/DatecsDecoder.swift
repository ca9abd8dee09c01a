import Datecs
import Wire

/// Takes a stream of Datecs bytes apart for people and programs. A reply doesn't say what it answers: it is taken for the
/// answer to the last command in the stream.
public enum DatecsDecoder {
    /// Everything the bytes hold, in order. Nothing is thrown: what is wrong is an item of its own.
    public static func decode(_ bytes: [UInt8]) -> [DecodedItem] {
        var decoding = Decoding()
        decoding.run(bytes)
        return decoding.items
    }
}

private struct Decoding {
    var items: [DecodedItem] = []
    /// The command whose reply hasn't come yet.
    private var awaited: CommandID?

    mutating func run(_ bytes: [UInt8]) {
        var deframer = Deframer()
        deframer.push(bytes)
        deframer.endOfStream()
        while let located = deframer.next() { take(located) }
    }

    private mutating func take(_ located: Located<LinkUnit>) {
        switch located.unit {
        case .frame(let message):
            add(located, crcOk: true)
            take(message, at: located.offset)
        case .badFrame(let fault): addBadFrame(located, fault)
        case .noise(let count): addMalformed(located, "\(count) bytes outside of frames")
        }
    }

    private mutating func take(_ message: Message, at offset: Int) {
        do throws(WireError) {
            items.append(.packet(try DecodedPacket(message, awaited: awaited)))
        } catch {
            items.append(.malformed(offset: offset, text: error.description))
        }
        if let command = CommandID(asking: message) {
            awaited = command
        } else if message.code == Message.replyCode {
            awaited = nil
        }
    }

    private mutating func addBadFrame(_ located: Located<LinkUnit>, _ fault: FrameFault) {
        switch fault {
        case .checksum:
            add(located, crcOk: false)
            addMalformed(located, "the checksum is wrong")
        case .tooLong: addMalformed(located, "a frame with more than \(Frame.largestData) bytes of data")
        case .falseStart: addMalformed(located, "a start mark before another one")
        case .unfinished: addMalformed(located, "\(located.length) bytes of an unfinished frame")
        }
    }

    private mutating func add(_ located: Located<LinkUnit>, crcOk: Bool) {
        let frame = DecodedFrame(offset: located.offset, length: located.length, kind: .final, crcOk: crcOk)
        items.append(.frame(frame))
    }

    private mutating func addMalformed(_ located: Located<LinkUnit>, _ text: String) {
        items.append(.malformed(offset: located.offset, text: text))
    }
}
