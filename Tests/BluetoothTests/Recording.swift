import Bluetooth
import Glibc
import Payments

/// What BlueZ said once, from a file in `Recorded`.
struct Recording {
    /// Signals and replies in the order in which they came.
    enum Message {
        case objects([BusValue])
        case signal(BusSignal)
        case refusal(member: String, name: String)
        case other
    }

    let messages: [Message]

    init(_ name: String) throws {
        let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let lines = try Self.text(folder + "/Recorded/" + name).split(separator: "\n").filter { !$0.hasPrefix("#") }
        messages = try lines.map { try Self.message(JSONValue.parse(String($0))) }
    }

    private static func text(_ path: String) throws -> String {
        guard let file = fopen(path, "r") else { throw Missing(path: path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    struct Missing: Error { let path: String }

    private static func message(_ line: JSONValue) throws -> Message {
        let body = try (line["body"]?.elements ?? []).map(value)
        let member = line["member"]?.stringValue ?? ""
        switch (line["kind"]?.stringValue, line["error"]?.stringValue) {
        case ("signal", _):
            return .signal(
                BusSignal(
                    sender: ":1.1", path: line["path"]?.stringValue ?? "",
                    interface: line["interface"]?.stringValue ?? "",
                    member: member, arguments: body))
        case ("reply", let name?): return .refusal(member: member, name: name)
        case ("reply", nil) where member == "GetManagedObjects": return .objects(body)
        default: return .other
        }
    }

    /// A value is an object with one member: its signature and what it holds.
    private static func value(_ json: JSONValue) throws -> BusValue {
        guard let member = json.members.first else { throw Missing(path: "a value") }
        let content = member.value
        let number = content.integerValue ?? 0
        switch member.name {
        case "s": return .string(content.stringValue ?? "")
        case "o": return .objectPath(content.stringValue ?? "")
        case "b": return .bool(content.boolValue ?? false)
        case "y": return .byte(UInt8(clamping: number))
        case "n": return .int16(Int16(clamping: number))
        case "q": return .uint16(UInt16(clamping: number))
        case "u": return .uint32(UInt32(clamping: number))
        case "v": return .variant(try value(content))
        case let array where array.hasPrefix("a{"):
            let pairs = try content.elements.map { pair in
                let parts = try pair.elements.map(value)
                return BusValue.entry(parts[0], parts[1])
            }
            return .array(pairs, of: String(array.dropFirst()))
        case let array where array.hasPrefix("a"):
            return .array(try content.elements.map(value), of: String(array.dropFirst()))
        default: throw Missing(path: member.name)
        }
    }
}
