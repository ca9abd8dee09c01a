import Datecs
import EMV
import Time

/// What the golden vectors mean: one line a vector, by hand from the protocol's tables. Data: longer than other files.
struct Expected: Sendable, CustomStringConvertible {
    var name: String
    /// The command whose reply the vector is.
    var awaited: CommandID?
    var packet: Packet

    var description: String { name }

    static let all: [Expected] = information + starts + running + results + log + service + engine
}

extension Expected {
    private static func command(_ name: String, _ command: Command) -> Expected {
        Expected(name: name, packet: .command(command))
    }

    private static func reply(_ name: String, to id: CommandID, _ content: Reply.Content) -> Expected {
        Expected(name: name, awaited: id, packet: .reply(Reply(.ok, content)))
    }

    private static func refusal(_ name: String, of id: CommandID, _ status: Status) -> Expected {
        Expected(name: name, awaited: id, packet: .reply(Reply(status)))
    }

    private static func event(_ name: String, _ event: Event) -> Expected {
        Expected(name: name, packet: .event(event))
    }

    static let clock = CivilTime(year: 2026, month: 11, day: 29, hour: 14, minute: 5, second: 9)

    private static let information: [Expected] = [
        command("A01", .ping),
        reply("A02", to: .ping, .nothing),
        command("A03", .pinpadInfo),
        reply(
            "A04", to: .pinpadInfo,
            .pinpadInfo(
                PinpadInfo(
                    model: "BluePad-50", serialNumber: "0123456789", software: SoftwareVersion(1, 1, 36, 1),
                    terminalID: "99900001", menu: MenuType(rawValue: 7)))),
        command("A05", .pinpadStatus),
        reply("A06", to: .pinpadStatus, .pinpadStatus(PinpadStatus())),
        reply("A07", to: .pinpadStatus, .pinpadStatus(PinpadStatus(pending: .reversal))),
        reply("A08", to: .pinpadStatus, .pinpadStatus(PinpadStatus(pending: .hung))),
        reply("A09", to: .pinpadStatus, .pinpadStatus(PinpadStatus(demand: .endOfDay))),
        reply("A10", to: .pinpadStatus, .pinpadStatus(PinpadStatus(demand: .update))),
        command("A11", .readerState),
        reply("A12", to: .readerState, .readerState(.idle)),
        reply("A13", to: .readerState, .readerState(.pinEntry)),
        command("A14", .clock),
        reply("A15", to: .clock, .clock(clock)),
        command("A16", .setClock(clock)),
        command("A17", .terminalTags([.serialNumber, .currentBatch])),
        reply(
            "A18", to: .terminalTags,
            .record(Record([TLV(.serialNumber, text: "0123456789"), TLV(.currentBatch, number: 42)]))),
        command("A19", .maxMTU),
        reply("A20", to: .maxMTU, .maxMTU(1024)),
        command("A21", .menuInfo),
        reply("A22", to: .menuInfo, .menuInfo(menu)),
        command("A23", .checkPassword(.merchant, ServicePassword(bytes: Array("1234".utf8)))),
        refusal("A24", of: .checkPassword, .wrongPassword),
    ]

    private static let menu = MenuInfo(
        serialNumber: "0123456789", terminalID: "99900001", merchantID: "999000000000001",
        software: SoftwareVersion(1, 1, 36, 1), buildDate: "Nov 29 2026", buildTime: "14:05:09",
        authorization: ServiceAddress(host: "203.0.113.10", port: 20206),
        keyLoad: ServiceAddress(host: "203.0.113.10", port: 20206),
        management: ServiceAddress(host: "203.0.113.11", port: 8000), authorizationNetwork: 333, keyNetwork: 621,
        keys: .fine)

    private static let rrn = "000123456789"
    private static let authorization = "A1B2C3"

    private static func following(
        _ name: String, _ type: TransactionType, _ amount: UInt32, tip: UInt32? = nil
    ) -> Expected? {
        TransactionStart.following(type, amount: amount, rrn: rrn, authorization: authorization, tip: tip)
            .map { command(name, .start($0)) }
    }

    private static let starts: [Expected] =
        [
            command("B01", .start(.purchase(1050))),
            command("B02", .start(.purchase(1050).dated(clock))),
            command("B03", .start(.purchase(1150, tip: 100))),
            command("B04", .start(.purchase(1050, cashback: 2000))),
            command("B06", .start(TransactionStart(.cashAdvance, amount: 5000))),
            command("B07", .start(TransactionStart(.authorization, amount: 10_000))),
            command("B12", .start(.endOfDay)),
            command("B13", .start(.loyaltyBalance)),
            command("B14", .start(.testConnection)),
            command("B15", .start(.update)),
            refusal("B16", of: .start, .notInThisState),
            refusal("B17", of: .start, .endOfDayFirst),
            refusal("B18", of: .start, .unknownCommand),
        ]
        + [
            TransactionStart.purchase(1050, reference: "ORDER-1001").map { command("B05", .start($0)) },
            following("B08", .capture, 10_000),
            following("B09", .voidPurchase, 1050),
            following("B10", .voidPurchase, 1150, tip: 100),
            following("B11", .voidAuthorization, 10_000),
        ].compactMap(\.self)

    private static let running: [Expected] = [
        event("C01", .display(.presentCard)),
        event("C02", .display(.processing)),
        event("C03", .display(.onlineAuthorization)),
        event("C04", .display(.declined)),
        event(
            "C05",
            .socketOpen(
                SocketOpen(
                    id: 1, kind: .tcp, address: IPv4Address(203, 0, 113, 10), port: 20205, timeoutSeconds: 30,
                    extras: Record([
                        TLV(.accessPoint, text: "testapn"), TLV(.accessPointUser, []), TLV(.accessPointPassword, []),
                        TLV(.secondAddress, [203, 0, 113, 20]), TLV(.secondPort, number: 20206),
                    ])))),
        command("C06", .confirmEvent(EventConfirmation(.open, isDone: true, mtu: 1024))),
        command("C07", .confirmEvent(EventConfirmation(.open, isDone: false))),
        event("C08", .sendData(id: 1, [0x16, 3, 3, 0, 4, 1, 2, 3, 4])),
        command("C09", .confirmEvent(EventConfirmation(.send, isDone: true))),
        command("C10", .confirmEvent(EventConfirmation(.send, isDone: false))),
        command("C11", .receiveData([0x14, 3, 3, 0, 1, 1])),
        refusal("C12", of: .receiveData, .busy),
        event("C13", .socketClose(id: 1)),
        command("C14", .confirmEvent(EventConfirmation(.close, isDone: true))),
        event(
            "C15",
            .selectApplication(
                Record([TLV(.applicationName, text: "VISA DEBIT"), TLV(.applicationName, text: "VISA CREDIT")]))),
        command("C16", .selectApplication(1)),
        command("S05", .receiveData((0..<4).flatMap { _ in Array(0...255) })),
    ]

    private static func outcome(_ result: UInt32, _ error: UInt32, _ more: [TLV] = []) -> Record {
        Record([TLV(.result, number: result), TLV(.error, number: error), TLV(.amount, number: 1050)] + more)
    }

    private static let stan = TLV(.stan, bcd: 123)
    private static let hostReference = [TLV(.rrn, text: rrn), TLV(.authorization, text: authorization)]

    static func receipt(signature: UInt8) -> Record {
        Record(
            [
                TLV(.result, number: 0), TLV(.error, number: 0), TLV(.hostResponse, number: 0),
                TLV(.amount, number: 1050), stan, TLV(.date, bcd: 261_129), TLV(.time, bcd: 140_509),
                TLV(.scheme, text: "VISA"), TLV(.maskedCard, text: "************1111"),
                TLV(.applicationID, [0xA0, 0, 0, 0, 3, 0x10, 0x10]), TLV(.transactionType, number: 1),
                TLV(.recordState, number: 0), TLV(.signature, number: signature), TLV(.entryMode, number: 0),
                TLV(.pinEntered, number: 1 - signature),
            ] + hostReference + [
                TLV(.terminalID, text: "99900001"), TLV(.merchantID, text: "999000000000001"),
                TLV(.currency, bcd: 978), TLV(.currencyName, text: "EUR"), TLV(.batch, number: 42),
            ])
    }

    private static let results: [Expected] = [
        event("D01", .complete(outcome(0, 0, [stan] + hostReference))),
        event("D02", .complete(outcome(1, 1, [stan, TLV(.rrn, text: rrn)]))),
        event("D03", .complete(outcome(2, 18))),
        event("D04", .complete(outcome(2, 9))),
        event("D05", .complete(outcome(2, 50, [stan]))),
        event("D06", .intermediateComplete(outcome(0, 0, [stan] + hostReference))),
        command(
            "D07",
            .receiptTags([
                .result, .error, .hostResponse, .amount, .stan, .date, .time, .scheme, .maskedCard, .applicationID,
                .transactionType, .recordState, .signature, .entryMode, .pinEntered, .rrn, .authorization, .terminalID,
                .merchantID, .currency, .currencyName, .batch,
            ])),
        reply("D08", to: .receiptTags, .record(receipt(signature: 0))),
        reply("D09", to: .receiptTags, .record(receipt(signature: 1))),
        refusal("D10", of: .receiptTags, .noData),
        command("D11", .end(.ok)),
        command("D12", .end(.fail)),
        command("D13", .end(nil)),
        event("D14", .hangReceipt(receipt(signature: 0))),
    ]

    private static let wanted: [Tag] = [.amount, .result, .transactionType, .recordState]
    private static let record = Record([
        TLV(.amount, number: 1050), TLV(.result, number: 0), TLV(.transactionType, number: 1),
        TLV(.recordState, number: 0),
    ])

    private static let log: [Expected] = [
        command("E01", .reportInfo),
        reply("E02", to: .reportInfo, .recordCount(25)),
        command("E03", .reportTags(.first, wanted)),
        command("E04", .reportTags(.next, wanted)),
        command("E05", .reportTags(.last, wanted)),
        command("E06", .reportTags(.previous, wanted)),
        command("E07", .reportTags(.all, wanted)),
        reply("E08", to: .reportTags, .record(record)),
        refusal("E09", of: .reportTags, .noData),
        event("E10", .logData(record)),
        command("E11", .reportTagsBySTAN(123, wanted)),
    ]

    private static let service: [Expected] = [
        command(
            "F01",
            .editCommunication(
                Record([
                    TLV(.password, text: "0000"), TLV(.hostAddress, text: "203.0.113.10"),
                    TLV(.hostPort, number: 20206),
                ]))),
        command("F02", .keys(.updateRemote)),
        command("F03", .clearReversal(ServicePassword(bytes: Array("0000".utf8)))),
    ]

    private static let engine: [Expected] = [
        command("G01", .other(Message(code: 0x36, data: [0x09]))),
        command("G02", .other(Message(code: 0x36, data: [0x0A]))),
        reply("G03", to: .engineBattery, .battery(EngineBattery(percent: 87, flags: 0x09, voltage: 41))),
        command("G04", .other(Message(code: 0x35, data: [0x01] + Array("HELLO".utf8)))),
        command("G05", .other(Message(code: 0x3C, data: [0x05, 0]))),
        event("G06", .other(Message(code: 0x07, data: []))),
    ]
}
