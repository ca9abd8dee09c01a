import Payments
import Time

/// Every bound of a HEFT session, with its source.
enum HeftLimits {
    /// No acknowledgement of a frame. Source: heft.md 1. *seen*
    static let acknowledgement = Duration.seconds(20)
    /// The answer to I000, and the rest of a message that has begun. Source: heft.md 1. *seen*
    static let initialisation = Duration.seconds(15)
    static let restOfMessage = Duration.seconds(15)
    /// The next message during an operation, counted anew from each. Source: heft.md 1. *seen*
    static let nextMessage = ReaderAddress.WireProtocol.heft.longestSilence
    /// The next message after a cancel: somebody stands there and waits. *own choice*
    static let answerToCancel = Duration.seconds(60)
    /// What a scanner that has timed out may take to say so. *own choice*
    static let scannerMargin = Duration.seconds(60)
    /// The newest part of a reader's log that is kept, in bytes. *own choice*
    static let log = 1 << 20
    /// Where a signature request names no time. Source: heft.md 5.3. *seen*
    static let signatureSeconds = 90
    /// We answer "nobody decided" a little before the reader stops waiting for it. *own choice*
    static let signatureMargin = Duration.seconds(1)
    /// Before I001 says what the reader takes. Source: heft.md 2.3. *seen*
    static let frameBeforeInit = 200
    /// An advertised size from here on is an old reader's, and ignored. Source: heft.md 2.3. *seen*
    static let advertisedFrameIgnored = 2048
    /// Noise between frames. Source: heft.md 2.4. *own choice*
    static let noise = 4096
    /// Length of the secret, and so of both randoms. Source: heft.md 3.5. *seen*
    static let challenge = 32
}
