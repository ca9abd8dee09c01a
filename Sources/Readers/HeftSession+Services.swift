import Heft
import Markup
import Payments
import Time

/// What a reader does besides payments: update, log, scanner. Source: heft.md 5.5 to 5.7.
extension HeftSession {
    /// A code that was read; an event without one is told as any other.
    mutating func scanned(_ xml: XMLText?) -> [ReaderEffect] {
        guard let root = try? xml?.parsed(), let code = root["code"], !code.isEmpty else {
            return [.event(.notice(Self.notice(.scannerEvent, xml)))]
        }
        return [.event(.scanned(code: code))]
    }

    /// No money has moved, so the answer is acknowledged at once.
    mutating func ended(_ operation: HeftOperation, _ result: ReaderServiceResult) -> [ReaderEffect] {
        phase = .ready
        cancelIsQueued = false
        let hangUp = host.reset().compactMap(Self.hostEffect)
        return settleAcknowledgement() + hangUp + [.event(.served(result))]
    }
}

extension HeftOperation {
    /// How long the reader may be silent: a scanner for as long as it was told to wait, one that was asked to stop less
    /// long, unless it says by now that it can't.
    var patience: Duration {
        if cancelSent, cancelAllowed, !cancelMissed { return HeftLimits.answerToCancel }
        guard case .service(.scan(let options)) = kind else { return HeftLimits.nextMessage }
        return max(HeftLimits.nextMessage, .seconds(Int(options.timeoutSeconds)) + HeftLimits.scannerMargin)
    }

    /// It may be stopped from the start, although no event says so. *seen*
    var isScanning: Bool {
        if case .service(.scan) = kind { true } else { false }
    }

    var movesNoMoney: Bool {
        switch kind {
        case .payment(let request): !request.operation.movesMoney
        case .pendingResult: false
        case .service: true
        }
    }
}

extension FinanceOperation {
    /// Its result belongs into the journal, whenever it comes.
    var isAboutMoney: Bool {
        switch self {
        case .sale, .refund, .saleVoid, .refundVoid, .pendingResult: true
        case .startOfDay, .endOfDay, .update: false
        }
    }
}

extension ReaderService {
    /// The request; nil for what a HEFT reader doesn't do.
    var packet: Packet? {
        switch self {
        case .update: .finance(.update, nil)
        case .setLogLevel(let level): .setLogLevel(level.rawValue)
        case .clearLog: .clearLog
        case .fetchLog: .fetchLog
        case .scan(let options): .xmlCommand(options.command)
        case .testConnection, .endOfDay, .loyaltyBalance, .clock, .setClock, .keys, .menu: nil
        }
    }

    /// How it ended.
    /// - Returns: nil where the packet is not its answer.
    func result(of packet: Packet) -> ReaderServiceResult? {
        switch (self, packet) {
        case (.update, .financeAnswer(.update, let status, let answer)): Self.updated(status, answer)
        case (.setLogLevel(let level), .setLogLevelAnswer(let status)): Self.done(status, .levelSet(level))
        case (.clearLog, .clearLogAnswer(let status)): Self.done(status, .logCleared)
        case (.fetchLog, .fetchLogAnswer(let status, let log)): Self.fetched(status, log)
        case (.scan, .xmlCommandAnswer(let status, _)): Self.scannerOff(status)
        default: nil
        }
    }

    private static func done(_ status: Status, _ result: ReaderServiceResult) -> ReaderServiceResult {
        status == .success ? result : .refused(statusCode: status.rawValue)
    }

    private static func updated(_ status: Status, _ answer: FinanceAnswer?) -> ReaderServiceResult {
        guard status == .success, let answer, answer.result == .processed else {
            return .refused(statusCode: status.rawValue)
        }
        return .updated(restarting: answer.isRestarting)
    }

    /// A log is not always UTF-8, and may have zero bytes in it: all of it is kept. (rows 39 of heft.md 9.3)
    private static func fetched(_ status: Status, _ log: [UInt8]?) -> ReaderServiceResult {
        switch (status, log) {
        case (.noDataAvailable, _), (.success, nil): .logEmpty
        case (.success, let log?):
            log.isEmpty ? .logEmpty : .log(String(decoding: log.suffix(HeftLimits.log), as: UTF8.self))
        default: .refused(statusCode: status.rawValue)
        }
    }

    /// Stopped, timed out, or done after one code. *inferred*
    private static func scannerOff(_ status: Status) -> ReaderServiceResult {
        switch status {
        case .success, .posCancelled, .userCancelled, .inputTimeout: .scannerOff
        default: .refused(statusCode: status.rawValue)
        }
    }
}

extension ScanOptions {
    /// Bare XML, without a length of its own. *seen*
    fileprivate var command: XMLText {
        let fields = [
            MarkupNode("multiScan", text: multiScan ? "true" : "false"),
            MarkupNode("buttonMode", text: buttonMode ? "true" : "false"),
            MarkupNode("timeoutSeconds", text: String(timeoutSeconds)),
        ]
        return XMLText(MarkupNode("enableScanner", children: fields), declaration: .withoutLineBreak)
    }
}
