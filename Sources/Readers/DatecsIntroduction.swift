import Datecs
import EMV
import Payments
import Time

/// What is asked of a reader before anything else, and what it said so far. Source: datecs.md 18.1.
struct DatecsIntroduction: Hashable, Sendable {
    /// The till's wall clock, for a reader's that is wrong.
    let clock: CivilTime
    var pings = 0
    var info: PinpadInfo?
    var state: ReaderState?
    var status: PinpadStatus?
    var terminal: Record?
    var battery: EngineBattery?
    /// The older engine was asked who it is.
    var asksEngine = false

    /// After PING; the ones that only some readers answer come last.
    static let questions: [Command] = [
        .pinpadInfo, .readerState, .pinpadStatus, .clock, .terminalTags(Tag.terminal), .maxMTU, .battery,
    ]

    func details(_ info: PinpadInfo) -> ReaderDetails {
        var details = ReaderDetails(
            serialNumber: info.serialNumber, publicKeyVersion: 0, emvParameterVersion: 0, applicationName: info.model,
            applicationVersion: info.software.description, manufacturerCode: 0, modelCode: 0,
            battery: battery.map { "\($0.percent)%" }, resultPending: isBusy || hasPending)
        details.wireProtocol = .datecs
        details.terminalID = info.terminalID
        details.currency = terminal?.currency.flatMap { Currency(numeric: UInt16(clamping: $0)) }?.alpha
        details.demand = status?.demand.named
        return details
    }

    private var hasPending: Bool { status.map { $0.pending != .none } ?? false }

    private var isBusy: Bool { state.map { $0 != .idle } ?? false }
}

extension Command {
    /// The older engine's; a payment application may answer it too. *inferred*
    static let battery = Command.other(Message(code: CommandID.engineBattery.code, data: [0x0A]))
    /// Its reply of 132 bytes tells that no payment application answers.
    static let engineIdentification = Command.other(Message(code: CommandID.engineIdentification.code, data: [0x09]))
}

extension Demand {
    fileprivate var named: ReaderDemand? {
        switch self {
        case .endOfDay: .endOfDay
        case .update: .update
        default: nil
        }
    }
}

extension Tag {
    /// What the till wants to know of a terminal.
    static let terminal: [Tag] = [.serialNumber, .currentBatch, .currency, .currencyName, .terminalID, .merchantID]
    /// What a real host asks of a receipt, and two more. *seen* (datecs.md 11)
    static let receipt: [Tag] = [
        .amount, .cashback, .date, .time, .applicationID, .cryptogram, .terminalID, .merchantID, .currency, .stan,
        .cardholder, .scheme, .result, .error, .rrn, .authorization, .hostResponse, .maskedCard, .loyaltyPoints,
        .transactionType, .recordState, .signature, .entryMode, .currencyName, .contactlessScheme, .batch, .interfaceID,
        .tip, .reference, .pinEntered, .issuer, .merchantTitle, .merchantName, .merchantAddress, .merchantCity,
        .merchantPostCode, .merchantPhone,
    ]
}
