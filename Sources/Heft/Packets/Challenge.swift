import Wire

/// R020. Source: heft.md 3.5.
public struct Challenge: Hashable, Sendable {
    /// The reader's random; 32 bytes in practice.
    public var random: [UInt8]
    public var xml: XMLText

    public init(random: [UInt8], xml: XMLText) {
        self.random = random
        self.xml = xml
    }
}

/// R021 with status 0001. Source: heft.md 3.5.
public struct ChallengeAnswer: Hashable, Sendable {
    /// mx: 32 bytes that the host chose.
    public var random: [UInt8]
    /// zx: HMAC-SHA-256 of the reader's random and mx.
    public var proof: [UInt8]

    public init(random: [UInt8], proof: [UInt8]) {
        self.random = random
        self.proof = proof
    }
}

extension Challenge {
    init(payload: ByteReader) throws(WireError) {
        var reader = payload
        random = try reader.block(countBytes: 2, "random")
        xml = try reader.xml("xml")
    }

    var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(block: random, countBytes: 2)
        bytes.append(block: xml.bytes, countBytes: 4)
        return bytes
    }
}

extension ChallengeAnswer {
    /// Nil where there is no payload: an error answer.
    init?(payload: ByteReader) throws(WireError) {
        guard !payload.isAtEnd else { return nil }
        var reader = payload
        random = try reader.block(countBytes: 2, "random")
        proof = try reader.block(countBytes: 2, "proof")
        try reader.expectEnd("proof")
    }

    var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(block: random, countBytes: 2)
        bytes.append(block: proof, countBytes: 2)
        return bytes
    }
}
