import Glibc
import TestKit

func readFile(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw SystemFailure(code: errno) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
}
