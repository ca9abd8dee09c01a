import Heft
import TestKit
import Time

extension SeededGenerator {
    /// Any packet that the wire can hold.
    mutating func packet() -> Packet {
        Bool.random(using: &self) ? hostPacket() : readerPacket()
    }

    private mutating func hostPacket() -> Packet {
        let status = Status(rawValue: number())
        switch Int.random(in: 0..<13, using: &self) {
        case 0: return .initialise(InitialiseRequest(clock: clock(), xml: maybe { $0.xml() }))
        case 1: return .idle
        case 2: return .finance(operation(), maybe { $0.financeRequest() })
        case 3: return .tokenise(xml())
        case 4: return .xmlCommand(xml())
        case 5: return .setLogLevel(number())
        case 6: return .clearLog
        case 7: return .fetchLog
        case 8: return .hostConnectAnswer(status)
        case 9: return .hostReceiveAnswer(status, maybe { $0.bytes(upTo: 300) })
        case 10: return .hostPostAnswer(status, maybe { $0.bytes(upTo: 300) })
        case 11: return .signatureAnswer(status)
        default: return .challengeAnswer(status, maybe { ChallengeAnswer(random: $0.bytes(32), proof: $0.bytes(32)) })
        }
    }

    private mutating func readerPacket() -> Packet {
        let status = Status(rawValue: number())
        switch Int.random(in: 0..<14, using: &self) {
        case 0: return .initialiseAnswer(status, maybe { $0.initialiseAnswer() })
        case 1: return .idleAnswer(status, maybe { $0.xml() })
        case 2: return .event(status, maybe { $0.xml() })
        case 3: return .financeAnswer(operation(), status, maybe { $0.financeAnswer() })
        case 4: return .tokeniseAnswer(status, maybe { $0.xml() })
        case 5: return .setLogLevelAnswer(status)
        case 6: return .fetchLogAnswer(status, maybe { $0.bytes(upTo: 300) })
        case 7: return .hostConnect(HostConnect(address: ascii(upTo: 255), port: number(), timeoutSeconds: number()))
        case 8: return .hostSend(HostSend(timeoutSeconds: number(), data: bytes(upTo: 600)))
        case 9: return .hostReceive(HostReceive(length: number(), timeoutSeconds: number()))
        case 10: return .hostDisconnect
        case 11: return .hostPost(hostPost())
        case 12: return .signatureRequest(SignatureRequest(receipt: bytes(upTo: 600), xml: xml()))
        default: return .challenge(Challenge(random: bytes(upTo: 40), xml: xml()))
        }
    }

    private mutating func operation() -> FinanceOperation {
        FinanceOperation.allCases.randomElement(using: &self) ?? .sale
    }

    private mutating func xml() -> XMLText { XMLText(bytes: bytes(upTo: 300)) }

    private mutating func clock() -> CivilTime {
        func part() -> Int { Int.random(in: 0...99, using: &self) }
        return CivilTime(
            year: Int.random(in: 0...9999, using: &self), month: part(), day: part(), hour: part(), minute: part(),
            second: part())
    }

    /// An id that is absent and XML that isn't would come back as an empty id.
    private mutating func financeRequest() -> FinanceRequest {
        let id = maybe { $0.ascii(upTo: 255) }
        return FinanceRequest(
            currency: UInt16.random(in: 0...9999, using: &self), amount: number(),
            cardPresent: Bool.random(using: &self), transactionID: id, xml: id == nil ? nil : maybe { $0.xml() })
    }

    /// An answer with no more than its first fields would come back as none.
    private mutating func financeAnswer() -> FinanceAnswer {
        FinanceAnswer(
            resultByte: number(), authorisedAmount: number(), transactionID: bytes(upTo: 255),
            merchantReceipt: bytes(upTo: 500), customerReceipt: bytes(upTo: 500), xml: xml())
    }

    private mutating func initialiseAnswer() -> InitialiseAnswer {
        let digits = String(UInt64.random(in: 0..<1_000_000_000_000, using: &self))
        return InitialiseAnswer(
            bufferSize: number(), serialNumber: String(repeating: "0", count: 12 - digits.count) + digits,
            publicKeyVersion: number(), emvParameterVersion: number(), generalParameterVersion: number(),
            manufacturerCode: number(), modelCode: number(), applicationName: ascii(upTo: 8),
            applicationMajor: number(), applicationMinor: number(), xml: xml())
    }

    private mutating func hostPost() -> HostPost {
        HostPost(
            port: number(), backupPort: number(), timeoutSeconds: number(), host: ascii(upTo: 255),
            backupHost: ascii(upTo: 255), data: bytes(upTo: 600))
    }
}
