import Foundation
import FuzzEntries
import TestKit
import Testing

@Suite("Fuzz corpus")
struct CorpusTests {
    struct Kept: CustomStringConvertible {
        var target: String
        var url: URL
        var description: String { "\(target)/\(url.lastPathComponent)" }
    }

    /// What the fuzzers found worth keeping, and former failures.
    static let kept: [Kept] = FuzzEntries.all.keys.sorted().flatMap { target in
        let folder = URL(filePath: Repository.root + "/Tests/Fuzz/Corpus/\(target)")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.sorted { $0.path < $1.path }.map { Kept(target: target, url: $0) }
    }

    @Test("every fuzzer has a corpus", arguments: FuzzEntries.all.keys.sorted())
    func hasCorpus(_ target: String) {
        #expect(Self.kept.contains { $0.target == target })
    }

    @Test("every kept input passes", arguments: kept)
    func passes(_ kept: Kept) throws {
        let entry = try #require(FuzzEntries.all[kept.target])
        #expect(entry([UInt8](try Data(contentsOf: kept.url))) == nil)
    }
}
