import CSystemd
import Crypto
import Glibc

/// A message as libsystemd holds it. Lives on the bus's thread only.
struct BusMessage {
    let pointer: OpaquePointer

    /// A message holds no more values than this: the rest is nothing that we asked for. [own choice]
    static let limit = 100_000

    var path: String { text(csystemd_message_get_path(pointer)) }
    var interface: String { text(csystemd_message_get_interface(pointer)) }
    var member: String { text(csystemd_message_get_member(pointer)) }
    var sender: String { text(csystemd_message_get_sender(pointer)) }

    /// What it says where it is a refusal.
    var refusal: BusFault? {
        var name: UnsafePointer<CChar>?
        var words: UnsafePointer<CChar>?
        guard csystemd_message_get_error(pointer, &name, &words) else { return nil }
        return .refused(name: text(name), text: text(words))
    }

    private func text(_ start: UnsafePointer<CChar>?) -> String { start.map { String(cString: $0) } ?? "" }
}

// MARK: Reading

extension BusMessage {
    /// All of its values.
    func values() throws(BusFault) -> [BusValue] {
        var left = Self.limit
        return try values(&left)
    }

    /// The values up to the end of what is being read.
    private func values(_ left: inout Int) throws(BusFault) -> [BusValue] {
        var values: [BusValue] = []
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        while try succeeded(csystemd_message_peek_type(pointer, &type, &contents)) > 0 {
            left -= 1
            guard left >= 0 else { throw .malformed }
            values.append(try value(UInt8(bitPattern: type), contents, &left))
        }
        return values
    }

    private func value(
        _ type: UInt8, _ contents: UnsafePointer<CChar>?, _ left: inout Int
    ) throws(BusFault) -> BusValue {
        guard let contents else { return try basic(type) }
        // The library's text may go once the container is entered.
        let inside = String(cString: contents)
        try succeeded(csystemd_message_enter_container(pointer, CChar(bitPattern: type), inside))
        let values = try values(&left)
        try succeeded(csystemd_message_exit_container(pointer))
        switch type {
        case UInt8(ascii: "a"): return .array(values, of: inside)
        case UInt8(ascii: "r"): return .structure(values)
        case UInt8(ascii: "e") where values.count == 2: return .entry(values[0], values[1])
        case UInt8(ascii: "v") where values.count == 1: return .variant(values[0])
        default: throw .malformed
        }
    }

    private func basic(_ type: UInt8) throws(BusFault) -> BusValue {
        switch type {
        case UInt8(ascii: "y"): .byte(try read(type, 0))
        case UInt8(ascii: "b"): .bool(try read(type, Int32(0)) != 0)
        case UInt8(ascii: "n"): .int16(try read(type, 0))
        case UInt8(ascii: "q"): .uint16(try read(type, 0))
        case UInt8(ascii: "i"): .int32(try read(type, 0))
        case UInt8(ascii: "u"): .uint32(try read(type, 0))
        case UInt8(ascii: "x"): .int64(try read(type, 0))
        case UInt8(ascii: "t"): .uint64(try read(type, 0))
        case UInt8(ascii: "d"): .double(try read(type, 0))
        case UInt8(ascii: "s"): .string(try readText(type))
        case UInt8(ascii: "o"): .objectPath(try readText(type))
        case UInt8(ascii: "g"): .signature(try readText(type))
        case UInt8(ascii: "h"): .descriptor(try readDescriptor(type))
        default: throw .malformed
        }
    }

    private func read<Number>(_ type: UInt8, _ start: Number) throws(BusFault) -> Number {
        var number = start
        let result = withUnsafeMutablePointer(to: &number) {
            csystemd_message_read_basic(pointer, CChar(bitPattern: type), $0)
        }
        try succeeded(result)
        return number
    }

    private func readText(_ type: UInt8) throws(BusFault) -> String {
        guard let start: UnsafePointer<CChar> = try read(type, nil) else { throw .malformed }
        return String(cString: start)
    }

    /// The message keeps its own; ours is another one of the same file.
    private func readDescriptor(_ type: UInt8) throws(BusFault) -> BusDescriptor {
        let own = fcntl(try read(type, Int32(-1)), F_DUPFD_CLOEXEC, 3)
        guard own >= 0 else { throw .malformed }
        return BusDescriptor(own)
    }
}

// MARK: Writing

extension BusMessage {
    func append(_ values: [BusValue]) throws(BusFault) {
        for value in values { try append(value) }
    }

    private func append(_ value: BusValue) throws(BusFault) {
        switch value {
        case .byte(let number): try write(value.type, number)
        case .bool(let flag): try write(value.type, Int32(flag ? 1 : 0))
        case .int16(let number): try write(value.type, number)
        case .uint16(let number): try write(value.type, number)
        case .int32(let number): try write(value.type, number)
        case .uint32(let number): try write(value.type, number)
        case .int64(let number): try write(value.type, number)
        case .uint64(let number): try write(value.type, number)
        case .double(let number): try write(value.type, number)
        case .string(let text), .objectPath(let text), .signature(let text): try write(value.type, text)
        case .descriptor(let descriptor):
            let type = value.type
            try succeeded(descriptor.lend { number in (try? write(type, number)) == nil ? -1 : 0 })
        case .array(let values, let element): try write(value.type, element, values)
        case .structure(let values): try write(value.type, values.map(\.signature).joined(), values)
        case .entry(let key, let content): try write(value.type, key.signature + content.signature, [key, content])
        case .variant(let content): try write(value.type, content.signature, [content])
        }
    }

    private func write<Number>(_ type: UInt8, _ number: Number) throws(BusFault) where Number: Numeric {
        let result = withUnsafePointer(to: number) {
            csystemd_message_append_basic(pointer, CChar(bitPattern: type), $0)
        }
        try succeeded(result)
    }

    private func write(_ type: UInt8, _ text: String) throws(BusFault) {
        try succeeded(text.withCString { csystemd_message_append_basic(pointer, CChar(bitPattern: type), $0) })
    }

    private func write(_ type: UInt8, _ contents: String, _ values: [BusValue]) throws(BusFault) {
        try succeeded(csystemd_message_open_container(pointer, CChar(bitPattern: type), contents))
        try append(values)
        try succeeded(csystemd_message_close_container(pointer))
    }

    @discardableResult
    private func succeeded(_ result: Int32) throws(BusFault) -> Int32 {
        if result < 0 { throw .malformed }
        return result
    }
}

// MARK: Answering

extension BusMessage {
    /// The answer to this call; nil where it can't be written.
    func reply(_ answer: Result<[BusValue], BusFault>) -> BusMessage? {
        var pointer: OpaquePointer?
        switch answer {
        case .success(let values):
            guard csystemd_message_new_return(self.pointer, &pointer) >= 0, let pointer else { return nil }
            let reply = BusMessage(pointer: pointer)
            if (try? reply.append(values)) != nil { return reply }
            csystemd_message_unref(pointer)
            return nil
        case .failure(let fault):
            let (name, text) = fault.words
            _ = csystemd_message_new_error(self.pointer, &pointer, name, text)
            return pointer.map(BusMessage.init(pointer:))
        }
    }

    /// The answer to this call with one text that is wiped with the message; nil where it can't be written.
    func reply(secret: Secret) -> BusMessage? {
        var pointer: OpaquePointer?
        guard let text = try? secret.terminated(), csystemd_message_new_return(self.pointer, &pointer) >= 0, let pointer
        else { return nil }
        let isWritten = text.withBytes { bytes in
            guard let start = bytes.baseAddress, csystemd_message_sensitive(pointer) >= 0 else { return false }
            return csystemd_message_append_basic(pointer, CChar(bitPattern: UInt8(ascii: "s")), start) >= 0
        }
        if isWritten { return BusMessage(pointer: pointer) }
        csystemd_message_unref(pointer)
        return nil
    }
}

extension Secret {
    /// The same with a zero byte behind it, as C's texts end; it may hold none itself.
    fileprivate func terminated() throws(SecretError) -> Secret {
        try withBytes { bytes throws(SecretError) in
            guard !bytes.contains(0) else { throw .length }
            return try Secret(count: count + 1) { memory in memory.copyBytes(from: bytes) }
        }
    }
}

extension BusFault {
    fileprivate var words: (name: String, text: String) {
        if case .refused(let name, let text) = self { return (name, text) }
        return ("org.freedesktop.DBus.Error.InvalidArgs", "")
    }
}
