public import Acquirer
public import Crypto
public import Ports

/// What makes one virtual reader differ from another.
public struct ReaderSettings: Sendable {
    public var scenario = Scenario.default
    public var quirks: Set<Quirk> = []
    public var pace = Pace.instant
    /// GUIDs and challenges follow from it.
    public var seed: UInt64
    /// What the till has to know.
    public var secret: Secret
    /// Where the reader asks the till to connect it to.
    public var acquirer: HostEndpoint
    /// How long the cashier may look at a signature, in seconds. Source: heft.md 5.3.
    public var signatureTimeout: UInt16 = 90
    /// How long each step to the acquirer may take, in seconds. [own choice]
    public var hostTimeout: UInt16 = 30
    /// Twelve digits.
    public var serialNumber = "000123400123"
    /// The largest frame that it takes. Source: heft.md 3.3.
    public var bufferSize: UInt16 = 200
    public var card = VirtualCard.mastercard

    public init(seed: UInt64, secret: Secret, acquirer: HostEndpoint) {
        self.seed = seed
        self.secret = secret
        self.acquirer = acquirer
    }

    /// The secret that every development reader has, as hexadecimal digits. Source: heft.md 3.5.
    public static let developmentSecret = "0102030405060708091011121314151617181920212223242526272829303132"
}

/// What readers in the field do that not all of them do.
public enum Quirk: String, Hashable, Sendable, CaseIterable {
    /// I000 with XML is refused with 0002; the short form is taken. Source: heft.md 3.3.
    case oldFirmware = "old-firmware"
    /// F070 with nothing to give answers result 04 instead of status 000A. Source: heft.md 7.1.
    case recoverFailed = "recover-failed"
    /// A kept result is the answer to the next sale, which is not made. Source: heft.md 3.4.
    case oldResultNext = "old-result-next"
    /// A cancel is answered by I011 before the sale's own answer. Source: heft.md 5.4.
    case idleAnswer = "idle-answer"
    /// The currency in the XML has four digits: 0826. Source: heft.md 7.1.
    case fourDigitCurrency = "four-digit-currency"
    /// Nothing is kept or undone of a sale that was cut off: only the acquirer knows. Source: heft.md 8, where the
    /// reader has nothing.
    case forgetful
    /// An update ends in a restart, after which the application is one version newer. Source: heft.md 5.7.
    case restarting
    /// A model with a barcode scanner. Source: heft.md 5.6.
    case scanner
    /// Approved results answer with one minor unit more than was asked for.
    case wrongAmount = "wrong-amount"
    /// Each frame is refused twice before it is taken: as often as a link bears. Source: heft.md 2.4.
    case nakStorm = "nak-storm"
    /// Each ACK comes behind the data that answers the frame, one byte at a time. Source: heft.md 9.1, 4 and 5.
    case splitAcks = "split-acks"
    /// The first signature request is given up after a second; another one follows. Source: heft.md 9.2, 15.
    case lateVerdict = "late-verdict"
    /// Documents are indented. Source: heft.md 9.3, 37.
    case prettyXML = "pretty-xml"
    /// No event says whether a cancel is allowed. Source: heft.md 5.1.
    case noCancelFlag = "no-cancel-flag"
    /// I001 says that nothing is pending, whatever is kept. Source: heft.md 9.2, 19.
    case pendingFlagLies = "pending-flag-lies"
    /// The receipt to be signed is a link, base64 of an image, or as long as it can be. Source: heft.md 5.3.
    case signatureURL = "signature-url"
    case signatureBase64 = "signature-base64"
    case bigSignature = "big-signature"
    /// Receipts are in ISO 8859-1, although they say UTF-8. Source: heft.md 9.3, 39.
    case latin1Receipt = "latin1-receipt"
}

/// How long the card holder takes.
public enum Pace: String, Hashable, Sendable, CaseIterable {
    /// No time at all.
    case instant
    /// 0.7 s an event. [own choice: the SDK's simulator takes about 1 s]
    case human

    var pause: Duration { self == .human ? .milliseconds(700) : .zero }
}
