import Crypto
import TestKit
import Testing

@Suite("Argon2id, XChaCha20-Poly1305 and BLAKE2b")
struct CryptoVectorTests {
    /// Values of the reference implementation's command (Debian package `argon2`): `argon2 SALT -id -t PASSES -k KIB -p 1
    /// -l 32 -r`. RFC 9106's own example has four lanes and a key, which libsodium doesn't do.
    @Test(
        "Argon2id gives what the reference implementation gives",
        arguments: [
            (
                "password", "somesaltsomesalt", Argon2id.Cost(operations: 1, memory: 8),
                "05b6ca8f8038b683887ad4916533858b49cb52040126c134f4c6e9d8711b8c09"
            ),
            (
                "password", "somesaltsomesalt", Argon2id.Cost(operations: 2, memory: 64),
                "1a98fba8e6394425c9bdc333a9c750aaf811df070f5fb4a5788e1cf4db5793a1"
            ),
            (
                "pénible 🔑", "0123456789abcdef", Argon2id.Cost(operations: 3, memory: 1024),
                "993ade19c445fd93af1f0c66861d28305f0987f07c6d2cb43b682db3f5a2363d"
            ),
            (
                String(repeating: "x", count: 127), "0123456789abcdef", Argon2id.Cost(operations: 4, memory: 256),
                "8e3faa3113b55c28a7393232d12d05ab4601156d46285da1168d2c2ed843a1d5"
            ),
        ])
    func argon2id(words: String, salt: String, cost: Argon2id.Cost, key: String) throws {
        let derived = try Argon2id.key(from: secret(words), salt: Array(salt.utf8), cost: cost)
        #expect(try derived == Secret(copying: hex(key)))
    }

    @Test("Argon2id takes a salt of 16 bytes only", arguments: [0, 15, 17])
    func saltLength(count: Int) throws {
        let words = try secret("password")
        #expect(throws: SecretError.length) {
            try Argon2id.key(from: words, salt: [UInt8](repeating: 1, count: count), cost: .least)
        }
    }

    @Test("a cost below the least is a fault and no weaker key", arguments: [(0, 8), (1, 7)])
    func belowLeast(operations: UInt32, memory: UInt32) throws {
        let words = try secret("password")
        #expect(throws: SecretError.noMemory) {
            try Argon2id.key(
                from: words, salt: [UInt8](repeating: 1, count: 16),
                cost: Argon2id.Cost(operations: operations, memory: memory))
        }
    }

    /// draft-irtf-cfrg-xchacha-03, appendix A.3.1.
    @Test("XChaCha20-Poly1305 gives what its draft's example says, and takes it back")
    func xchachaDraft() throws {
        let example = SealedExample.draft
        let sealed = try XChaCha20Poly1305.seal(
            secret(example.text), key: example.key(), nonce: example.nonce, context: example.context)
        #expect(sealed == example.sealed)
        #expect(try example.open() == secret(example.text))
    }

    @Test("a changed bit anywhere in text or tag is not authentic")
    func changedText() throws {
        let example = SealedExample.draft
        for position in 0..<example.sealed.count * 8 {
            var changed = example
            changed.sealed[position / 8] ^= 1 << (position % 8)
            #expect(throws: SecretError.notAuthentic) { try changed.open() }
        }
    }

    @Test("another key, nonce or context is not authentic")
    func changedSurroundings() throws {
        let changes: [(inout SealedExample) -> Void] = [
            { $0.keyBytes[31] ^= 0x80 }, { $0.nonce[0] ^= 1 }, { $0.nonce[23] ^= 1 }, { $0.context[0] ^= 1 },
            { $0.context.removeLast() }, { $0.context.append(0) }, { $0.context = [] },
        ]
        for change in changes {
            var changed = SealedExample.draft
            change(&changed)
            #expect(throws: SecretError.notAuthentic) { try changed.open() }
        }
    }

    @Test("a text cut to any length is not authentic, also to less than a tag")
    func cutText() throws {
        for length in 0..<SealedExample.draft.sealed.count {
            var changed = SealedExample.draft
            changed.sealed = Array(changed.sealed.prefix(length))
            #expect(throws: SecretError.notAuthentic) { try changed.open() }
        }
    }

    @Test(
        "keys and nonces of another length are refused", arguments: [(31, 24), (33, 24), (32, 23), (32, 25), (32, 0)])
    func lengths(keyLength: Int, nonceLength: Int) throws {
        var example = SealedExample.draft
        example.keyBytes = [UInt8](repeating: 7, count: keyLength)
        example.nonce = [UInt8](repeating: 7, count: nonceLength)
        #expect(throws: SecretError.length) { try example.open() }
        #expect(throws: SecretError.length) {
            try XChaCha20Poly1305.seal(secret("x"), key: example.key(), nonce: example.nonce, context: [])
        }
    }

    /// Values of Python's `hashlib.blake2b` with `digest_size`; the one of 64 bytes for `abc` is RFC 7693's appendix A.
    @Test(
        "BLAKE2b gives what RFC 7693 and Python say",
        arguments: [
            ("", 16, "cae66941d9efbd404e4d88758ea67670"),
            ("abc", 16, "cf4ab791c62b8d2b2109c90275287816"),
            ("abc", 32, "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"),
            (
                "abc", 64,
                "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc95"
                    + "18d38aa8dbf1925ab92386edd4009923"
            ),
        ])
    func blake2b(message: String, length: Int, digest: String) {
        #expect(BLAKE2b.digest(Array(message.utf8), length: length) == hex(digest))
    }
}

/// Something sealed with all that opens it.
private struct SealedExample {
    var text: String
    var keyBytes: [UInt8]
    var nonce: [UInt8]
    var context: [UInt8]
    var sealed: [UInt8]

    func key() throws -> Secret { try Secret(copying: keyBytes) }

    func open() throws -> Secret {
        try XChaCha20Poly1305.open(sealed, key: key(), nonce: nonce, context: context)
    }

    static let draft = SealedExample(
        text: "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen "
            + "would be it.",
        keyBytes: Array(0x80...0x9F), nonce: Array(0x40...0x57), context: hex("50515253c0c1c2c3c4c5c6c7"),
        sealed: hex(
            """
            bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c
            54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c97637da97688
            12f615c68b13b52ec0875924c1c7987947deafd8780acf49
            """))
}
