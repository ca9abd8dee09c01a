import Archives
import Testing
import Time

@Suite("tar.gz")
struct TarGzipTests {
    @Test("the same entries at the same time are the same bytes")
    func deterministic() throws {
        let entries = [
            TarGzip.Entry(name: "a.txt", content: Array("text".utf8)), TarGzip.Entry(name: "b/empty", content: []),
        ]
        let time = WallTime(milliseconds: 1_796_000_000_000)
        let archive = try TarGzip.pack(entries, at: time)
        #expect(archive.prefix(2) == [0x1F, 0x8B])
        #expect(try TarGzip.pack(entries, at: time) == archive)
        #expect(try TarGzip.pack(entries.reversed(), at: time) != archive)
    }

    @Test("its library is there, and says its version")
    func version() {
        #expect(TarGzip.libraryVersion?.hasPrefix("libarchive") == true)
    }
}
