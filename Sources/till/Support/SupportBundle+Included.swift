import Captures
import Files
import Glibc
import Text
import Tracing

extension SupportBundle {
    /// Takes a file that somebody names: a text, masked, or a capture that a till wrote.
    /// - Parameters:
    ///   - place: where it comes to stand; the file's own name is added.
    ///   - secrets: files that are never opened.
    mutating func include(_ path: String, as place: String, besides secrets: [String]) {
        guard !secrets.contains(where: { Self.isSame($0, path) }) else { return leaveOut(path, .secretFile) }
        let bytes: [UInt8]
        do throws(FileFault) {
            bytes = try SmallFile.read(path, limit: Self.entryLimit, for: .regular)
        } catch .notRegular {
            return leaveOut(path, .notRegular)
        } catch .tooLarge {
            return leaveOut(path, .tooLarge)
        } catch {
            return leaveOut(path, .unreadable)
        }
        let name = "\(place)-\(Self.plainName(path))"
        if bytes.starts(with: Self.captureMark) {
            addCapture(name, bytes, path)
        } else if let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) {
            add(name, text: text)
        } else {
            leaveOut(path, .notText)
        }
    }

    /// The type of a pcapng file's first block.
    private static let captureMark: [UInt8] = [0x0A, 0x0D, 0x0D, 0x0A]

    /// Writes the packets anew, so that nothing else of the file comes along. They were masked when they were recorded;
    /// a capture of which recording would leave something out is none of a till's.
    private mutating func addCapture(_ name: String, _ bytes: [UInt8], _ path: String) {
        var reader = PcapngReader(bytes)
        let writer = PcapngWriter(linkTypes: [.heft, .datecs], name: "", application: "till")
        var content = writer.header
        var packets: [CapturedPacket] = []
        do {
            while var packet = try reader.next() {
                guard [.heft, .datecs].contains(packet.linkType) else { return leaveOut(path, .foreignCapture) }
                packet.comment = packet.comment.map { Confidential.hide($0).text }
                packets.append(packet)
                content += writer.block(packet)
            }
        } catch {
            return leaveOut(path, .damagedCapture)
        }
        guard reader.application == "till", TraceCheck.isRedacted(packets) else {
            return leaveOut(path, .foreignCapture)
        }
        add(name, content)
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// The last part of a path in letters and digits of ASCII, dots and dashes.
    private static func plainName(_ path: String) -> String {
        let name = Confidential.hide(path.split(separator: "/").last.map(String.init) ?? "").text
        return String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "_" })
    }
}
