import Crypto
import TestKit
import Testing

/// The development secret that the protocol's documents print. Not a secret of anyone.
private let developmentSecret = "0102030405060708091011121314151617181920212223242526272829303132"

@Suite("SHA-256 and HMAC")
struct DigestTests {
    @Test(
        "SHA-256 gives what FIPS 180-4's examples say",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func fipsExamples(message: String, digest: String) {
        #expect(SHA256.digest(Array(message.utf8)) == hex(digest))
    }

    @Test("HMAC gives what RFC 4231 says, for short, block-long and longer keys", arguments: HMACVector.rfc4231)
    func rfc4231(vector: HMACVector) throws {
        let key = try Secret(copying: vector.key)
        #expect(HMACSHA256.authenticate(vector.message, key: key) == vector.proof)
    }

    @Test("the reader's challenge is answered with the proof of vector V16")
    func readerChallenge() throws {
        let secret = try Secret(hex: developmentSecret.utf8)
        let message = Array(0x20...0x3F) + Array(0xA0...0xBF) as [UInt8]
        #expect(
            HMACSHA256.authenticate(message, key: secret)
                == hex("716AF478B20FA3D093F6858A936C86F8EE9EFC7CCA9B559489209102E8435443"))
    }
}

/// RFC 4231, section 4, test cases 1, 2, 3, 4, 6 and 7.
struct HMACVector: Sendable, CustomTestStringConvertible {
    var number: Int
    var key: [UInt8]
    var message: [UInt8]
    var proof: [UInt8]

    var testDescription: String { "case \(number)" }

    static let rfc4231 = [
        HMACVector(
            number: 1, key: .init(repeating: 0x0B, count: 20), message: Array("Hi There".utf8),
            proof: hex("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")),
        HMACVector(
            number: 2, key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
            proof: hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")),
        HMACVector(
            number: 3, key: .init(repeating: 0xAA, count: 20), message: .init(repeating: 0xDD, count: 50),
            proof: hex("773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe")),
        HMACVector(
            number: 4, key: Array(1...25), message: .init(repeating: 0xCD, count: 50),
            proof: hex("82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b")),
        HMACVector(
            number: 6, key: .init(repeating: 0xAA, count: 131),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            proof: hex("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")),
        HMACVector(
            number: 7, key: .init(repeating: 0xAA, count: 131),
            message: Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. "
                    + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
            proof: hex("9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2")),
    ]
}

@Suite("Secret")
struct SecretTests {
    @Test("64 digits in either case are 32 bytes")
    func hexDigits() throws {
        let text = "00ffFFaB" + String(repeating: "0", count: 56)
        let secret = try Secret(hex: text.utf8)
        #expect(secret.withBytes { Array($0) } == [0x00, 0xFF, 0xFF, 0xAB] + Array(repeating: 0, count: 28))
    }

    @Test("one line end after the digits is allowed", arguments: ["\n", "\r\n"])
    func lineEnd(end: String) throws {
        #expect(try Secret(hex: (developmentSecret + end).utf8) == Secret(hex: developmentSecret.utf8))
    }

    @Test(
        "a wrong length is refused",
        arguments: [
            "", "\n", "01", String(repeating: "a", count: 63), String(repeating: "a", count: 65),
            String(repeating: "a", count: 64) + "\n\n", " " + String(repeating: "a", count: 64),
        ])
    func wrongLength(text: String) {
        #expect(throws: SecretError.length) { try Secret(hex: text.utf8) }
    }

    @Test("something else than digits is refused", arguments: ["g", " ", "@"])
    func notHexadecimal(character: String) {
        #expect(throws: SecretError.notHexadecimal) {
            try Secret(hex: (String(repeating: "a", count: 63) + character).utf8)
        }
    }

    @Test("no bytes are no secret")
    func empty() {
        #expect(throws: SecretError.empty) { try Secret(copying: []) }
    }

    @Test("printing, interpolating, dumping and reflecting show no byte")
    func unprintable() throws {
        let secret = try Secret(hex: developmentSecret.utf8)
        var dumped = ""
        dump(secret, to: &dumped)
        #expect("\(secret)" == "Secret")
        #expect(String(reflecting: secret) == "Secret")
        #expect(Mirror(reflecting: secret).children.isEmpty)
        #expect(dumped == "- Secret #0\n")
    }

    @Test("equal bytes are equal, other bytes and other lengths are not")
    func equality() throws {
        let secret = try Secret(copying: [1, 2, 3])
        #expect(try secret == Secret(copying: [1, 2, 3]))
        #expect(try secret != Secret(copying: [1, 2, 4]))
        #expect(try secret != Secret(copying: [1, 2, 3, 0]))
    }
}

@Suite("Comparing and wiping")
struct ConstantTimeTests {
    @Test("constantTimeEqual compares content and length")
    func compare() {
        #expect(constantTimeEqual([], []))
        #expect(constantTimeEqual([1, 2], [1, 2]))
        #expect(!constantTimeEqual([1, 2], [1, 3]))
        #expect(!constantTimeEqual([1, 2], [1, 2, 0]))
    }

    @Test("wiped bytes are zero")
    func wiped() {
        var bytes: [UInt8] = [1, 2, 3]
        wipe(&bytes)
        #expect(bytes == [0, 0, 0])
    }
}

@Suite("What the gateways' signatures are made of")
struct GatewayCipherTests {
    @Test("HMAC with SHA-512 gives what RFC 4231, case 2, says")
    func sha512() throws {
        let key = try Secret(copying: Array("Jefe".utf8))
        let proof = HMACSHA512.authenticate(Array("what do ya want for nothing?".utf8), key: key)
        #expect(
            proof
                == hex(
                    "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
                        + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"))
    }

    @Test("3DES gives the key of an order that a public library's tests print")
    func tripleDES() throws {
        // Made by an independent generator in Python, which has DES of its own.
        let key = try Secret(copying: try #require(Base64.standard.bytes("sq7HjrUOBfKmC576ILgskD5srU870gJ7")))
        let order = Array("2601030042AB".utf8) + [0, 0, 0, 0]
        let sealed = try #require(TripleDES.encrypted(order, key: key))
        #expect(Base64.standard.text(sealed) == "+UN4n8OwrNF6X+uvoo/V4w==")
    }

    @Test("AES-128 in CBC fills up even where nothing is missing")
    func aes() throws {
        // The key of NIST SP 800-38A, F.2.1; from its vector no. 1 with the initial vector taken into the text.
        let key = try Secret(copying: hex("2b7e151628aed2a6abf7158809cf4f3c"))
        let vector = hex("000102030405060708090a0b0c0d0e0f")
        let plain = zip(hex("6bc1bee22e409f96e93d7e117393172a"), vector).map { $0 ^ $1 }
        let sealed = try #require(AES128.encrypted(plain, key: key))
        #expect(Array(sealed.prefix(16)) == hex("7649abac8119b246cee98e9b12e9197d"))
        #expect(sealed.count == 32)
    }

    @Test("PBKDF2 gives what RFC 7914, section 11, says")
    func pbkdf2() throws {
        let password = try Secret(copying: Array("passwd".utf8))
        let derived = try #require(
            PBKDF2.sha256(password: password, salt: Array("salt".utf8), rounds: 1, length: 64))
        #expect(
            derived
                == hex(
                    "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                        + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"))
    }

    @Test("keys and texts of other lengths are refused")
    func lengths() throws {
        let short = try Secret(copying: [1, 2, 3])
        let long = try Secret(copying: [UInt8](repeating: 7, count: 24))
        #expect(TripleDES.encrypted([UInt8](repeating: 0, count: 8), key: short) == nil)
        #expect(TripleDES.encrypted([1, 2, 3], key: long) == nil)
        #expect(TripleDES.encrypted([], key: long) == nil)
        #expect(AES128.encrypted([1], key: short) == nil)
        #expect(PBKDF2.sha256(password: short, salt: [], rounds: 0, length: 1) == nil)
    }

    @Test("base64 in both alphabets, and nothing that they don't write")
    func base64() {
        let bytes: [UInt8] = [0xFB, 0xFF, 0xBF, 0x01]
        #expect(Base64.standard.text(bytes) == "+/+/AQ==")
        #expect(Base64.url.text(bytes) == "-_-_AQ")
        #expect(Base64.paddedURL.text(bytes) == "-_-_AQ==")
        #expect(Base64.standard.bytes("+/+/AQ==") == bytes)
        #expect(Base64.url.bytes("-_-_AQ") == bytes)
        #expect(Base64.standard.bytes("") == [])
        for text in ["-_-_AQ==", "+/+/AQ", "+/+/A", "é", "+/+/AQ==\n"] {
            #expect(Base64.standard.bytes(text) == nil, "\(text)")
        }
        #expect(Base64.url.bytes("-_-_AQ==") == nil)
    }
}
