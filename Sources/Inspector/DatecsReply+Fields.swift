import Datecs
import EMV
import Text

extension Reply {
    /// - Parameter isAwaited: false where it isn't known what the reply answers. Its data are then shown as data objects
    ///   if they are some that the protocol knows, else as their length. *own choice*
    func fields(isAwaited: Bool) -> [DecodedField] {
        switch content {
        case .nothing: []
        case .record(let record): record.fields
        case .recordCount(let count): [DecodedField("records", count)]
        case .pinpadInfo(let info): info.fields
        case .clock(let clock): [DecodedField(clock)]
        case .pinpadStatus(let status): status.fields
        case .menuInfo(let info): info.fields
        case .keyList(let text): [DecodedField("keys", text: text)]
        case .readerState(let state): [DecodedField("state", state.rawValue, state.name)]
        case .maxMTU(let size): [DecodedField("mtu", size)]
        case .battery(let battery): battery.fields
        case .other(let bytes):
            (isAwaited ? nil : Record(guessing: bytes)?.fields) ?? [DecodedField("data", lengthOf: bytes)]
        }
    }
}

extension Record {
    /// Nil where the bytes aren't data objects of the table, each and every one.
    fileprivate init?(guessing bytes: [UInt8]) {
        let message = Message(code: Message.replyCode, data: bytes)
        guard let packet = try? Packet(message, awaited: .receiptTags), case .reply(let reply) = packet,
            case .record(let record) = reply.content, record.objects.allSatisfy({ $0.tag.format != nil })
        else { return nil }
        self = record
    }
}

extension PinpadInfo {
    fileprivate var fields: [DecodedField] {
        [
            DecodedField("model", text: model), DecodedField("serialNumber", text: serialNumber),
            DecodedField("software", software.description), DecodedField("terminalID", text: terminalID),
            DecodedField("menu", menu.rawValue, menu.name),
        ]
    }
}

extension MenuInfo {
    fileprivate var fields: [DecodedField] {
        [
            DecodedField("serialNumber", text: serialNumber), DecodedField("terminalID", text: terminalID),
            DecodedField("merchantID", text: merchantID), DecodedField("software", software.description),
            DecodedField("build", text: buildDate + " " + buildTime),
            DecodedField("authorization", authorization), DecodedField("keyLoad", keyLoad),
            DecodedField("management", management), DecodedField("authorizationNetwork", authorizationNetwork),
            DecodedField("keyNetwork", keyNetwork), DecodedField("keys", keys.rawValue, keys.name),
        ]
    }
}

extension PinpadStatus {
    fileprivate var fields: [DecodedField] {
        [
            DecodedField("pending", pending.rawValue, pending.name),
            DecodedField("demand", demand.rawValue, demand.name),
        ]
    }
}

extension EngineBattery {
    fileprivate var fields: [DecodedField] {
        [
            DecodedField("percent", percent), DecodedField("charging", isCharging), DecodedField("low", isLow),
            DecodedField("externalPower", hasExternalPower), DecodedField("voltage", voltage),
        ]
    }
}

extension DecodedField {
    fileprivate init(_ name: String, _ address: ServiceAddress) {
        self.init(name, text: "\(address.host):\(address.port)")
    }
}
