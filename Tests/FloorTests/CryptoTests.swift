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
