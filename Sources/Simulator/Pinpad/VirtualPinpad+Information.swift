import Datecs
import EMV
import Time

/// What the reader says of itself and of its log, and the commands of its menu.
extension VirtualPinpad {
    mutating func inform(_ command: Command, at now: Uptime) {
        switch command {
        case .pinpadInfo: reply(.ok, .pinpadInfo(info))
        case .clock: reply(.ok, .clock(clock.time(at: now)))
        case .pinpadStatus: reply(.ok, .pinpadStatus(status))
        case .menuInfo: reply(.ok, .menuInfo(menuInfo))
        case .publicKeys: reply(.ok, .keyList("A000000003 92\nA000000004 F1\n"))
        case .symmetricKeys: reply(.ok, .keyList("TMK 8F2A11\nTPK 03C97D\n"))
        case .terminalTags(let tags): give(settings.terminalTags(batch: batch).only(tags))
        default: reply(.unknownCommand)
        }
    }

    private static let software = SoftwareVersion(1, 1, 36, 1)

    private var menu: MenuType { settings.quirks.contains(.shopMenu) ? .shop : settings.menu }

    private var info: PinpadInfo {
        PinpadInfo(
            model: settings.model, serialNumber: settings.serialNumber, software: Self.software,
            terminalID: settings.terminalID, menu: menu)
    }

    private var menuInfo: MenuInfo {
        MenuInfo(
            serialNumber: settings.serialNumber, terminalID: settings.terminalID, merchantID: settings.merchantID,
            software: Self.software, buildDate: "2026-01-15", buildTime: "10:00:00",
            authorization: hosts.authorization, keyLoad: hosts.keyLoad, management: hosts.management,
            authorizationNetwork: 1, keyNetwork: 2, keys: .fine)
    }

    /// The menu has it.
    func offers(_ type: TransactionType) -> Bool { menu.types.contains(type) }
}

/// The log.
extension VirtualPinpad {
    mutating func giveRecordCount() {
        let count = log.records.count
        guard count > 0 || settings.quirks.contains(.zeroRecords) else { return reply(.noData) }
        reply(.ok, .recordCount(UInt16(clamping: count)))
    }

    mutating func report(_ cursor: ReportCursor, _ tags: [Tag]) {
        switch cursor {
        case .first, .last, .next, .previous: give(log.record(at: cursor), tags)
        case .all: giveAll(tags)
        default: reply(.badParameter)
        }
    }

    private mutating func giveAll(_ tags: [Tag]) {
        let records = log.records.map { $0.receipt(settings).only(tags) }.filter { !$0.objects.isEmpty }
        guard !records.isEmpty else { return reply(.noData) }
        reply()
        for record in records { tell(.logData(record)) }
    }

    mutating func give(_ record: LogRecord?, _ tags: [Tag]) {
        give(record?.receipt(settings).only(tags) ?? Record())
    }

    private mutating func give(_ record: Record) {
        record.objects.isEmpty ? reply(.noData) : reply(.ok, .record(record))
    }
}

/// What wants a password. Source: datecs.md 5.
extension VirtualPinpad {
    func isRight(_ password: ServicePassword) -> Bool { password.bytes == Array(settings.password.utf8) }

    /// What the acquirer has of the batch stays there.
    mutating func deleteBatch(_ password: ServicePassword) {
        guard isRight(password) else { return reply(.wrongPassword) }
        log.wipe()
        unconfirmed = []
        say("log deleted by hand")
        reply()
    }

    mutating func clearReversal(_ password: ServicePassword) {
        guard isRight(password) else { return reply(.wrongPassword) }
        owed = []
        say("reversals given up by hand")
        reply()
    }

    mutating func edit(_ record: Record) {
        guard let password = record.bytes(.password) else { return reply(.badParameter) }
        guard isRight(ServicePassword(bytes: password)) else { return reply(.wrongPassword) }
        reply(hosts.edit(record) ? .ok : .badValue)
    }
}
