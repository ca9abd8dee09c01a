import Datecs
import EMV
import TestKit
import Time

extension SeededGenerator {
    /// Any packet that the wire can hold, and the command that a reply needs.
    mutating func packet() -> (packet: Packet, awaited: CommandID?) {
        switch Int.random(in: 0..<3, using: &self) {
        case 0: return (.command(command()), nil)
        case 1: return (.event(event()), nil)
        default:
            let (content, awaited) = content()
            return (.reply(Reply(.ok, content)), awaited)
        }
    }

    private mutating func command() -> Command {
        let bare: [Command] = [
            .ping, .reportInfo, .pinpadInfo, .clock, .pinpadStatus, .menuInfo, .publicKeys, .symmetricKeys,
            .readerState,
            .maxMTU, .end(nil), .end(.ok), .end(.fail),
        ]
        switch Int.random(in: 0..<14, using: &self) {
        case 0: return .start(TransactionStart(TransactionType(rawValue: number()), record()))
        case 1: return .receiptTags(tags())
        case 2: return .reportTags(ReportCursor(rawValue: number()), tags())
        case 3: return .reportTagsBySTAN(number(), tags())
        case 4: return .terminalTags(tags())
        case 5: return .setClock(clock())
        case 6: return .deleteBatch(password())
        case 7: return .clearReversal(password())
        case 8: return .editCommunication(record())
        case 9: return .checkPassword(PasswordKind(rawValue: number()), password())
        case 10: return .receiveData(bytes(upTo: 1024))
        case 11: return .confirmEvent(confirmation())
        case 12: return Bool.random(using: &self) ? .keys(.init(rawValue: number())) : .selectApplication(number())
        default: return bare.randomElement(using: &self) ?? .ping
        }
    }

    private mutating func event() -> Event {
        switch Int.random(in: 0..<11, using: &self) {
        case 0: return .complete(record())
        case 1: return .intermediateComplete(record())
        case 2: return .hangReceipt(record())
        case 3: return .logData(record())
        case 4: return .selectApplication(Record((0..<3).map { _ in TLV(.applicationName, text: ascii(upTo: 20)) }))
        case 5: return .socketOpen(socketOpen())
        case 6: return .socketClose(id: number())
        case 7: return .sendData(id: number(), bytes(upTo: 1000))
        case 8: return .display(DisplayMessage(rawValue: number()))
        case 9:
            // A message C102 would read as the other form.
            let message = DisplayMessage(rawValue: number(UInt16.self) & 0x7FFF)
            let status = maybe { $0.number(UInt8.self) }
            return .engineDisplay(EngineDisplay(message, status: status, hold: maybe { $0.number(UInt16.self) }))
        default: return Bool.random(using: &self) ? .engineOnline(record()) : .engineFinished(record())
        }
    }

    private mutating func content() -> (Reply.Content, CommandID?) {
        switch Int.random(in: 0..<12, using: &self) {
        case 0: return (.nothing, .start)
        case 1: return (.record(record()), .receiptTags)
        case 2: return (.recordCount(number()), .reportInfo)
        case 3: return (.pinpadInfo(pinpadInfo()), .pinpadInfo)
        case 4: return (.clock(clock()), .clock)
        case 5:
            let status = PinpadStatus(pending: .init(rawValue: number()), demand: .init(rawValue: number()))
            return (.pinpadStatus(status), .pinpadStatus)
        case 6: return (.menuInfo(menuInfo()), .menuInfo)
        case 7: return (.keyList(ascii(upTo: 300)), .publicKeys)
        case 8: return (.readerState(ReaderState(rawValue: number())), .readerState)
        case 9: return (.maxMTU(number()), .maxMTU)
        case 10:
            return (.battery(EngineBattery(percent: number(), flags: number(), voltage: number())), .engineBattery)
        default: return (.other([number()] + bytes(upTo: 200)), nil)
        }
    }

    /// Each tag at most once.
    private mutating func record() -> Record {
        let tags: [Tag] = [.amount, .stan, .result, .rrn, .localName, .cryptogram, .pinNeeded, Tag(rawValue: 0xDF39)]
        return Record(
            tags.shuffled(using: &self).prefix(Int.random(in: 0...tags.count, using: &self)).map { tag in
                switch tag {
                case .amount, .result, .pinNeeded: TLV(tag, number: number(UInt64.self))
                case .stan: TLV(tag, bcd: Int.random(in: 0...99_999_999, using: &self))
                case .localName: TLV(tag, text: "Ресторант " + ascii(upTo: 100))
                default: TLV(tag, bytes(upTo: 200))
                }
            })
    }

    private mutating func tags() -> [Tag] {
        (0..<Int.random(in: 0...30, using: &self)).compactMap { _ in [Tag].receipt.randomElement(using: &self) }
    }

    private mutating func password() -> ServicePassword { ServicePassword(bytes: bytes(upTo: 10)) }

    private mutating func clock() -> CivilTime {
        CivilTime(
            year: Int.random(in: 2000...2099, using: &self), month: Int.random(in: 1...12, using: &self),
            day: Int.random(in: 1...31, using: &self), hour: Int.random(in: 0...23, using: &self),
            minute: Int.random(in: 0...59, using: &self), second: Int.random(in: 0...59, using: &self))
    }

    private mutating func confirmation() -> EventConfirmation {
        let kind = [EventConfirmation.Kind.open, .close, .send].randomElement(using: &self) ?? .open
        return EventConfirmation(kind, isDone: Bool.random(using: &self), mtu: maybe { $0.number() })
    }

    private mutating func socketOpen() -> SocketOpen {
        SocketOpen(
            id: number(), kind: SocketKind(rawValue: number()),
            address: IPv4Address(number(), number(), number(), number()), port: number(), timeoutSeconds: number(),
            extras: record())
    }

    private mutating func software() -> SoftwareVersion { SoftwareVersion(number(), number(), number(), number()) }

    private mutating func pinpadInfo() -> PinpadInfo {
        PinpadInfo(
            model: ascii(upTo: 20), serialNumber: ascii(upTo: 10), software: software(), terminalID: ascii(upTo: 8),
            menu: MenuType(rawValue: number()))
    }

    private mutating func address() -> ServiceAddress { ServiceAddress(host: ascii(upTo: 16), port: number()) }

    private mutating func menuInfo() -> MenuInfo {
        MenuInfo(
            serialNumber: ascii(upTo: 10), terminalID: ascii(upTo: 8), merchantID: ascii(upTo: 16),
            software: software(), buildDate: ascii(upTo: 16), buildTime: ascii(upTo: 10), authorization: address(),
            keyLoad: address(), management: address(),
            authorizationNetwork: Int.random(in: 0...9999, using: &self),
            keyNetwork: Int.random(in: 0...9999, using: &self), keys: KeyState(rawValue: number()))
    }
}
