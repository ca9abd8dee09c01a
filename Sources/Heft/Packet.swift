public import Time

/// Every message of heft.md 3.2 that a host or a reader of ours sends or understands, in both directions.
public enum Packet: Hashable, Sendable {
    // Host to reader
    case initialise(InitialiseRequest)
    /// I010: cancel, or nothing to do.
    case idle
    case finance(FinanceOperation, FinanceRequest?)
    case tokenise(XMLText)
    case xmlCommand(XMLText)
    case setLogLevel(UInt8)
    case clearLog
    case fetchLog
    case hostConnectAnswer(Status)
    case hostSendAnswer(Status)
    /// Answers H020 and H040 alike.
    case hostReceiveAnswer(Status, [UInt8]?)
    case hostDisconnectAnswer(Status)
    case hostPostAnswer(Status, [UInt8]?)
    case signatureAnswer(Status)
    case challengeAnswer(Status, ChallengeAnswer?)

    // Reader to host
    case initialiseAnswer(Status, InitialiseAnswer?)
    case idleAnswer(Status, XMLText?)
    case event(Status, XMLText?)
    case financeAnswer(FinanceOperation, Status, FinanceAnswer?)
    case tokeniseAnswer(Status, XMLText?)
    case xmlCommandAnswer(Status, XMLText?)
    case setLogLevelAnswer(Status)
    case clearLogAnswer(Status)
    case fetchLogAnswer(Status, [UInt8]?)
    case hostConnect(HostConnect)
    case hostSend(HostSend)
    case hostReceive(HostReceive)
    case hostDisconnect
    case hostPost(HostPost)
    case signatureRequest(SignatureRequest)
    case challenge(Challenge)

    /// A command outside the table, or one that neither side of ours uses.
    case other(Message)
}

/// XML as it stands in a message. Kept as bytes: it is only read where somebody wants a field of it.
public struct XMLText: Hashable, Sendable {
    public var bytes: [UInt8]
    public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// F000 to F070.
public enum FinanceOperation: UInt8, Hashable, Sendable, CaseIterable {
    case sale = 0, refund, saleVoid, refundVoid, startOfDay, endOfDay, update, pendingResult
}

/// The payload of F000 to F030 and F070. Source: heft.md 4.1.
public struct FinanceRequest: Hashable, Sendable {
    /// ISO 4217 number, at most 9999.
    public var currency: UInt16
    /// Minor units.
    public var amount: UInt32
    public var cardPresent: Bool
    /// The original transaction's GUID, at most 255 bytes of ASCII; nil where the field is absent.
    public var transactionID: String?
    /// Only with a transaction id, if an empty one.
    public var xml: XMLText?

    public init(
        currency: UInt16, amount: UInt32, cardPresent: Bool = true, transactionID: String? = nil, xml: XMLText? = nil
    ) {
        self.currency = currency
        self.amount = amount
        self.cardPresent = cardPresent
        self.transactionID = transactionID
        self.xml = xml
    }
}

/// The payload of F001 to F071. Source: heft.md 4.2.
public struct FinanceAnswer: Hashable, Sendable {
    /// The result byte as it came, restart flag (0x80) included.
    public var resultByte: UInt8
    /// Minor units.
    public var authorisedAmount: UInt32
    /// GUID as ASCII.
    public var transactionID: [UInt8]
    /// HTML or a URL, at most 65,535 bytes, not always valid UTF-8.
    public var merchantReceipt: [UInt8]
    public var customerReceipt: [UInt8]
    public var xml: XMLText

    public init(
        resultByte: UInt8, authorisedAmount: UInt32, transactionID: [UInt8] = [], merchantReceipt: [UInt8] = [],
        customerReceipt: [UInt8] = [], xml: XMLText
    ) {
        self.resultByte = resultByte
        self.authorisedAmount = authorisedAmount
        self.transactionID = transactionID
        self.merchantReceipt = merchantReceipt
        self.customerReceipt = customerReceipt
        self.xml = xml
    }

    /// What happened to the money, by the result byte. Source: heft.md 6.3.
    public var result: FinancialResult { FinancialResult(rawValue: resultByte & 0x7F) }
    public var isRestarting: Bool { resultByte & 0x80 != 0 }
}

/// The result byte without the restart flag. Source: heft.md 6.3.
public struct FinancialResult: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let undefined = FinancialResult(rawValue: 0x00)
    public static let approved = FinancialResult(rawValue: 0x01)
    public static let declined = FinancialResult(rawValue: 0x02)
    public static let processed = FinancialResult(rawValue: 0x03)
    public static let notProcessed = FinancialResult(rawValue: 0x04)
    public static let cancelled = FinancialResult(rawValue: 0x05)
    public static let partiallyApproved = FinancialResult(rawValue: 0x06)
}

/// I000. Source: heft.md 3.3.
public struct InitialiseRequest: Hashable, Sendable {
    public var clock: CivilTime
    /// Nil in the short form of older firmware.
    public var xml: XMLText?

    public init(clock: CivilTime, xml: XMLText?) {
        self.clock = clock
        self.xml = xml
    }
}

/// I001 with status 0001. Source: heft.md 3.3.
public struct InitialiseAnswer: Hashable, Sendable {
    public var bufferSize: UInt16
    /// Twelve digits.
    public var serialNumber: String
    public var publicKeyVersion: UInt16
    public var emvParameterVersion: UInt16
    public var generalParameterVersion: UInt16
    public var manufacturerCode: UInt8
    public var modelCode: UInt8
    /// At most eight characters, without the padding.
    public var applicationName: String
    public var applicationMajor: UInt8
    public var applicationMinor: UInt8
    public var xml: XMLText

    public init(
        bufferSize: UInt16, serialNumber: String, publicKeyVersion: UInt16, emvParameterVersion: UInt16,
        generalParameterVersion: UInt16, manufacturerCode: UInt8, modelCode: UInt8, applicationName: String,
        applicationMajor: UInt8, applicationMinor: UInt8, xml: XMLText
    ) {
        self.bufferSize = bufferSize
        self.serialNumber = serialNumber
        self.publicKeyVersion = publicKeyVersion
        self.emvParameterVersion = emvParameterVersion
        self.generalParameterVersion = generalParameterVersion
        self.manufacturerCode = manufacturerCode
        self.modelCode = modelCode
        self.applicationName = applicationName
        self.applicationMajor = applicationMajor
        self.applicationMinor = applicationMinor
        self.xml = xml
    }
}

/// H000. Source: heft.md 5.2.
public struct HostConnect: Hashable, Sendable {
    public var address: String
    public var port: UInt16
    public var timeoutSeconds: UInt16

    public init(address: String, port: UInt16, timeoutSeconds: UInt16) {
        self.address = address
        self.port = port
        self.timeoutSeconds = timeoutSeconds
    }
}

/// H010. Source: heft.md 5.2.
public struct HostSend: Hashable, Sendable {
    public var timeoutSeconds: UInt16
    public var data: [UInt8]

    public init(timeoutSeconds: UInt16, data: [UInt8]) {
        self.timeoutSeconds = timeoutSeconds
        self.data = data
    }
}

/// H020. Source: heft.md 5.2.
public struct HostReceive: Hashable, Sendable {
    public var length: UInt16
    public var timeoutSeconds: UInt16

    public init(length: UInt16, timeoutSeconds: UInt16) {
        self.length = length
        self.timeoutSeconds = timeoutSeconds
    }
}

/// H040. Source: heft.md 5.2.
public struct HostPost: Hashable, Sendable {
    public var port: UInt16
    public var backupPort: UInt16
    public var timeoutSeconds: UInt16
    public var host: String
    public var backupHost: String
    public var data: [UInt8]

    public init(
        port: UInt16, backupPort: UInt16, timeoutSeconds: UInt16, host: String, backupHost: String, data: [UInt8]
    ) {
        self.port = port
        self.backupPort = backupPort
        self.timeoutSeconds = timeoutSeconds
        self.host = host
        self.backupHost = backupHost
        self.data = data
    }
}

/// R010. Source: heft.md 5.3.
public struct SignatureRequest: Hashable, Sendable {
    /// The merchant's copy: HTML, a URL or a base64 image.
    public var receipt: [UInt8]
    public var xml: XMLText

    public init(receipt: [UInt8], xml: XMLText) {
        self.receipt = receipt
        self.xml = xml
    }
}

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
