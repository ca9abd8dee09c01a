import CPosix
import Files
import Glibc

/// The functions of an ELF file by their place, from its symbol table. Empty where it was stripped. Source: elf(5).
struct FunctionNames {
    private struct Function {
        var range: Range<UInt64>
        /// Where the name stands.
        var name: Int
    }

    private let file: [UInt8]
    /// By their start.
    private var functions: [Function] = []

    /// In bytes. [own choice]
    private static let largestProgram = 256 << 20

    static func ofThisProgram() -> FunctionNames {
        FunctionNames((try? SmallFile.read("/proc/self/exe", limit: largestProgram)) ?? [])
    }

    init(_ file: [UInt8]) {
        self.file = file
        guard file.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return }
        let (start, size, count) = (number(0x28, 8), number(0x3A, 2), number(0x3C, 2))
        for index in 0..<count {
            let section = start &+ index &* size
            guard number(section &+ 4, 4) == Self.symbolTable else { continue }
            let names = number(start &+ number(section &+ 0x28, 4) &* size &+ 0x18, 8)
            read(from: number(section &+ 0x18, 8), size: number(section &+ 0x20, 8), names: names)
        }
        functions.sort { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// The function that has the instruction at an offset, in Swift's own spelling, without its arguments' names.
    func name(at offset: UInt64) -> String? {
        var (low, high) = (0, functions.count)
        while low < high {
            let middle = (low + high) / 2
            if functions[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0, functions[low - 1].range.contains(offset) else { return nil }
        return demangled(text(functions[low - 1].name))
    }

    private static let symbolTable: UInt64 = 2
    private static let symbolSize: UInt64 = 24
    private static let function: UInt64 = 2
    private static let longestName = 4096

    private mutating func read(from start: UInt64, size: UInt64, names: UInt64) {
        guard start < UInt64(file.count), size <= UInt64(file.count) else { return }
        for symbol in stride(from: start, to: start + size, by: Int(Self.symbolSize)) {
            let (place, length) = (number(symbol + 8, 8), number(symbol + 16, 8))
            guard number(symbol + 4, 1) & 0xF == Self.function, length > 0, place < 1 << 40, length < 1 << 40 else {
                continue
            }
            functions.append(
                Function(range: place..<(place + length), name: Int(clamping: names &+ number(symbol, 4))))
        }
    }

    /// Little-endian; 0 behind the end of the file.
    private func number(_ offset: UInt64, _ count: Int) -> UInt64 {
        guard offset < UInt64(file.count), Int(offset) + count <= file.count else { return 0 }
        return (0..<count).reversed().reduce(0) { $0 << 8 | UInt64(file[Int(offset) + $1]) }
    }

    private func text(_ offset: Int) -> String {
        guard offset < file.count else { return "" }
        return String(decoding: file[offset...].prefix(Self.longestName).prefix { $0 != 0 }, as: UTF8.self)
    }

    private func demangled(_ name: String) -> String {
        guard let text = cposix_demangled(name) else { return name }
        defer { free(text) }
        return String(cString: text)
    }
}
