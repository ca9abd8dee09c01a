import Crypto
import TestKit
import Testing
import Vault

@Suite("Passphrase")
struct PassphraseTests {
    @Test(
        "what can't be one is refused with the reason",
        arguments: [
            ([], PassphraseFault.empty),
            ([0], .hasNUL),
            (Array("a\0b".utf8), .hasNUL),
            ([UInt8](repeating: 0x61, count: 1025), .tooLong),
            ([0xC3], .notUTF8),
            ([0x61, 0xFF], .notUTF8),
            ([0xED, 0xA0, 0x80], .notUTF8),
            ([0xC0, 0xAF], .notUTF8),
        ] as [([UInt8], PassphraseFault)])
    func refused(bytes: [UInt8], fault: PassphraseFault) {
        var bytes = bytes
        #expect(throws: fault) { try Passphrase(wiping: &bytes) }
        #expect(bytes.allSatisfy { $0 == 0 })
    }

    @Test("1024 bytes are taken", arguments: ["a", "é"])
    func longest(character: String) throws {
        let words = String(repeating: character, count: 1024 / character.utf8.count)
        #expect(try passphrase(words).secret == secret(words))
    }

    @Test("the bytes it was made of are wiped", arguments: ["four words a till", "cafe\u{301}", "é"])
    func wiped(words: String) throws {
        var bytes = Array(words.utf8)
        _ = try Passphrase(wiping: &bytes)
        #expect(!bytes.isEmpty && bytes.allSatisfy { $0 == 0 })
    }

    @Test("an accent as one character and as two gives one key")
    func composed() throws {
        for (composed, decomposed) in [
            ("caf\u{E9}", "cafe\u{301}"), ("\u{1E69}", "s\u{307}\u{323}"), ("가", "\u{1100}\u{1161}"),
        ] {
            #expect(Array(composed.utf8) != Array(decomposed.utf8))
            #expect(try passphrase(decomposed).secret == secret(composed))
            #expect(try passphrase(composed).secret == secret(composed))
        }
    }

    @Test("a file made with one spelling of an accent opens with the other")
    func composedFile() throws {
        let world = try VaultWorld()
        try world.create("caf\u{E9}").set("a", secret("1"))
        #expect(try world.open("cafe\u{301}").text("a") == "1")
        #expect(try world.fault(opening: "cafe") == .wrongPassphrase)
    }

    @Test("look-alikes that are no other spelling stay apart", arguments: [("ﬁ", "fi"), ("Ａ", "A"), ("²", "2")])
    func compatibility(one: String, other: String) throws {
        #expect(try passphrase(one).secret != passphrase(other).secret)
    }

    @Test(
        "a key file may end with one line end, and spaces belong to it",
        arguments: [
            ("key", "key"), ("key\n", "key"), ("key\r\n", "key"), ("key\n\n", "key\n"), (" key ", " key "),
            ("\nkey\n", "\nkey"),
        ])
    func keyFile(content: String, key: String) throws {
        var bytes = Array(content.utf8)
        #expect(try Passphrase(fileContent: &bytes).secret == secret(key))
        #expect(bytes.allSatisfy { $0 == 0 })
    }

    @Test("a key file of a line end alone is empty", arguments: ["", "\n", "\r\n"])
    func emptyKeyFile(content: String) {
        var bytes = Array(content.utf8)
        #expect(throws: PassphraseFault.empty) { try Passphrase(fileContent: &bytes) }
    }

    @Test(
        "strength follows length and variety",
        arguments: [
            ("a", Passphrase.Strength.weak), ("password", .weak), ("12345678", .weak),
            ("aaaaaaaaaaaaaaaaaaaaaa", .weak),
            ("Tr0ub4dor", .fair), ("fourwordstill", .fair), ("correct horse battery staple", .good),
            ("kU8#mQ2!vR5$xY9%", .good),
        ])
    func strength(words: String, strength: Passphrase.Strength) throws {
        #expect(try passphrase(words).strength == strength)
    }

    @Test("no way of printing shows anything of it")
    func printing() throws {
        let passphrase = try passphrase("look for me")
        var dumped = ""
        dump(passphrase, to: &dumped)
        let holder = (passphrase: passphrase, list: [passphrase], secret: passphrase.secret)
        var holding = ""
        dump(holder, to: &holding)
        let all = [
            "\(passphrase)", String(reflecting: passphrase), String(describing: Optional(passphrase)), dumped, holding,
            "\(passphrase.secret)", String(reflecting: passphrase.secret), "\(holder)",
        ]
        for text in all {
            #expect(!text.contains("look"))
            #expect(!text.contains("108"))
            #expect(!text.contains("0x"))
        }
        #expect("\(passphrase)" == "Passphrase")
    }

    @Test("no fault shows anything of what was given")
    func faults() {
        var bytes = Array("look\0for".utf8)
        #expect(throws: PassphraseFault.self) { try Passphrase(wiping: &bytes) }
        for fault in [PassphraseFault.empty, .tooLong, .hasNUL, .notUTF8, .noMemory] {
            #expect(!"\(fault)".contains("look"))
        }
    }
}
