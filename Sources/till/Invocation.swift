import Checkout
import CommandLine
import Payments
import Receipts

/// The command line, taken apart and typed.
struct Invocation {
    enum Command {
        case console(demo: Bool)
        case payment(PaymentOptions)
        case readers(ReadersCommand.Options)
        case pair(address: String, yes: Bool, timeoutSeconds: Int)
        case unpair(address: String)
        case info
        case pending
        case service(ReaderService)
        case clock(sets: Bool)
        /// The words behind `log`.
        case log(action: String, level: String?)
        case cancel
        case history(limit: Int, query: String?)
        case show(id: String)
        case receipt(id: String, copy: ReceiptCopy, format: ReceiptFormat, width: Int)
        /// As people write dates.
        case export(from: String?, to: String?)
        case decode(hex: String?, ReaderAddress.WireProtocol)
        case doctor
        case certify
        /// Nil for all that are unresolved.
        case resolve(id: String?, InquiryDecision?)
        case journal(action: String)
        /// Sets a tip on a sale afterwards; the amount as people write it.
        case tip(id: String, amount: String, oldService: Bool)
        /// Made at the acquirer's cloud, without a reader; nil for an action that there is none of.
        case order(PaymentOptions, tokenFile: String?)
        /// The words don't say what is to be done: the error's code.
        case misused(String)
        /// Batches of one reader at the cloud.
        case batch(action: String, BatchOptions)
        /// The token of the card that paid; `shows` on a terminal too.
        case token(id: String, shows: Bool)
        /// What the cloud says of one payment.
        case status(id: String)
        case supportBundle(file: String, includes: [String], yes: Bool)
        case vault(action: String, name: String?)
        case account(action: String, AccountCommand.Options)
        /// `full` or `normal`.
        case tms(type: String, serialNumber: String?)
        case operators(action: String, name: String?)
    }

    enum ReceiptFormat: String {
        case text, html
    }

    var command: Command
    var json = false
    /// `--color`: nil where the terminal and NO_COLOR decide.
    var color: Bool?
    var noMouse = false
    var configFile: String?
    var dataDirectory: String?
    var shareDirectory: String?
    var locale: String?
    var theme: String?
    var traceFile: String?
    var secretFile: String?
    var passphraseFile: String?
    /// For `vault passphrase` without a person.
    var newPassphraseFile: String?
    /// Who signs in, and who vouches where that one may not do it alone.
    var operatorName: String?
    var pinFile: String?
    var supervisorName: String?
    var supervisorPINFile: String?
    /// For `pair` without a person.
    var readerPINFile: String?
    /// For `operator add`.
    var role: String?
    var newPINFile: String?
    /// For `vault unlock`.
    var hours: Int?
    /// For `operator log`.
    var limit: Int?
    var caFile: String?
    /// `NAME=URL`.
    var gateways: [String] = []
    /// `--keep` and `--reverse` contradict each other.
    var contradictsItself = false
    var apiKeyFile: String?
    /// `HOST=PIN`.
    var pins: [String] = []
    var reader: String?
    /// `--environment demo`: the training journal, for commands that name no reader.
    var demoEnvironment = false
    /// Another one: which of Redsys'.
    var environment: String?
}

struct PaymentOptions {
    var operation: PaymentIntent.Operation
    /// The payment that is undone or refunded: an id as people write it.
    var original: String?
    var budgetMonths: Int?
    /// As people write them: what of the amount is a tip, and cash besides it.
    var tip: String?
    var cashback: String?
    /// What a person writes; nil with `--minor`.
    var amount: String?
    var minor: String?
    /// Empty where the original says it.
    var currency: String
    var reference: String?
    var signature = SignaturePolicy.ask
    var partial = PartialPolicy.ask
    /// A payment's id, as `despiteUnknown` is given.
    var despiteUnknown: String?
    /// `ACQUIRER:MID:TID`, as they stand there.
    var merchantAuth: [String] = []
    var buyer = Buyer()
    /// What the issuer says on the telephone, should it want to be called.
    var referralCode: String?
}

/// What answers a signature request.
enum SignaturePolicy: String {
    case accept, decline, ask
}

/// What is done when only part of the amount was approved.
enum PartialPolicy: String {
    case accept, reverse, ask
}

extension Invocation {
    /// - Parameter parsed: has passed the command table, so choices and numbers are what the table says.
    init(_ parsed: ParsedCommand) {
        command = Self.command(parsed)
        json = parsed.has("json")
        color = parsed["color"].flatMap { ["always": true, "never": false][$0] }
        noMouse = parsed.has("no-mouse")
        configFile = parsed["config"]
        dataDirectory = parsed["data-dir"]
        shareDirectory = parsed["share-dir"]
        locale = parsed["locale"]
        theme = parsed["theme"]
        traceFile = parsed["trace"]
        secretFile = parsed["secret-file"]
        passphraseFile = parsed["passphrase-file"]
        newPassphraseFile = parsed["new-passphrase-file"]
        operatorName = parsed["operator"]
        pinFile = parsed["pin-file"]
        supervisorName = parsed["supervisor"]
        supervisorPINFile = parsed["supervisor-pin-file"]
        readerPINFile = parsed["reader-pin-file"]
        role = parsed["role"]
        newPINFile = parsed["new-pin-file"]
        hours = parsed.number("for")
        limit = parsed.number("limit")
        caFile = parsed["ca"]
        gateways = parsed.all("gateway")
        contradictsItself = parsed.has("keep") && parsed.has("reverse")
        apiKeyFile = parsed["api-key-file"]
        pins = parsed.all("tls-pin")
        reader = parsed["reader"]
        demoEnvironment = parsed["environment"] == "demo"
        environment = demoEnvironment ? nil : parsed["environment"]
    }

    private static func command(_ parsed: ParsedCommand) -> Command {
        let words = parsed.positionals
        return switch parsed.name {
        case "sale": .payment(payment(parsed, parsed.has("tokenize") ? .saleAndTokenise : .sale))
        case "refund": refund(parsed)
        case "tokenize": .payment(payment(parsed, .tokenise))
        case "reverse": reversal(parsed, .saleReversal)
        case "reverse-refund": reversal(parsed, .refundReversal)
        case "preauth": .payment(payment(parsed, .preauthorisation))
        case "capture": .payment(payment(parsed, .capture))
        case "release": .payment(payment(parsed, .release))
        case "advance": .payment(payment(parsed, .cashAdvance))
        case "loyalty": loyalty(parsed)
        case "test-connection": .service(.testConnection)
        case "end-of-day": .service(.endOfDay)
        case "clock": .clock(sets: parsed.has("set"))
        case "keys": .service(.keys)
        case "menu": .service(.menu)
        case "readers":
            .readers(
                ReadersCommand.Options(
                    timeoutSeconds: parsed.number("timeout") ?? 5, showsAll: parsed.has("all"),
                    dropsCurrent: parsed.has("drop-current")))
        case "pair":
            .pair(
                address: words.first ?? "", yes: parsed.has("yes"), timeoutSeconds: parsed.number("timeout") ?? 60)
        case "unpair": .unpair(address: words.first ?? "")
        case "info": .info
        case "pending": .pending
        case "update": .service(.update)
        case "log": .log(action: words.first ?? "", level: words.dropFirst().first)
        case "scan": .service(.scan(scan(parsed)))
        case "cancel": .cancel
        case "history": .history(limit: parsed.number("limit") ?? 50, query: parsed["query"])
        case "show": .show(id: words.first ?? "")
        case "receipt":
            .receipt(
                id: words.first ?? "", copy: parsed["copy"].flatMap(ReceiptCopy.init(rawValue:)) ?? .customer,
                format: parsed["format"].flatMap(ReceiptFormat.init(rawValue:)) ?? .text,
                width: parsed.number("width") ?? 42)
        case "export": .export(from: parsed["from"], to: parsed["to"])
        case "decode":
            .decode(hex: words.first, parsed["protocol"].flatMap(ReaderAddress.WireProtocol.init(rawValue:)) ?? .heft)
        case "doctor": .doctor
        case "certify": .certify
        case "resolve": .resolve(id: words.first ?? "", decision(parsed))
        case "recover": .resolve(id: nil, parsed.has("keep") ? .keep : .reverse)
        case "tip": .tip(id: words.first ?? "", amount: words.last ?? "", oldService: parsed.has("old-service"))
        case "moto": moto(parsed)
        case "batch":
            .batch(
                action: words.first ?? "",
                BatchOptions(
                    number: parsed.number("batch"), serialNumber: parsed["reader-serial"],
                    deviceType: parsed["device-type"] ?? BatchOptions.usualType))
        case "token": .token(id: words.first ?? "", shows: parsed.has("show"))
        case "status": .status(id: words.first ?? "")
        case "journal": .journal(action: words.first ?? "")
        case "support-bundle":
            .supportBundle(file: words.first ?? "", includes: parsed.all("include"), yes: parsed.has("yes"))
        case "account": .account(action: words.first ?? "", account(parsed))
        case "tms": .tms(type: words.first ?? "", serialNumber: parsed["reader-serial"])
        case "vault": .vault(action: words.first ?? "", name: words.dropFirst().first)
        case "operator": .operators(action: words.first ?? "", name: words.dropFirst().first)
        case "demo": .console(demo: true)
        default: .console(demo: false)
        }
    }

    private static func scan(_ parsed: ParsedCommand) -> ScanOptions {
        var options = ScanOptions()
        options.multiScan = !parsed.has("single")
        options.buttonMode = !parsed.has("buttonless")
        if let seconds = parsed.number("timeout") { options.timeoutSeconds = UInt16(clamping: seconds) }
        return options
    }

    /// Both together are none: `ResolveCommand` refuses them.
    private static func decision(_ parsed: ParsedCommand) -> InquiryDecision? {
        parsed.has("keep") ? .keep : parsed.has("reverse") ? .reverse : nil
    }

    private static func reversal(_ parsed: ParsedCommand, _ operation: PaymentIntent.Operation) -> Command {
        let options = payment(parsed, operation)
        return parsed.has("without-reader") ? .order(options, tokenFile: nil) : .payment(options)
    }

    /// Without a reader it is money back on a sale, at the merchant's gateway.
    private static func refund(_ parsed: ParsedCommand) -> Command {
        guard parsed.has("without-reader") else { return .payment(payment(parsed, .refund)) }
        return .order(payment(parsed, .linkedRefund), tokenFile: nil)
    }

    /// `loyalty balance`, `loyalty spend POINTS`.
    private static func loyalty(_ parsed: ParsedCommand) -> Command {
        let words = parsed.positionals
        if words == ["balance"] { return .service(.loyaltyBalance) }
        guard words.first == "spend", words.count == 2 else { return .misused("loyalty-action") }
        return .payment(
            PaymentOptions(
                operation: .loyaltySpend, minor: words[1], currency: "", reference: parsed["reference"],
                despiteUnknown: parsed["despite-unknown"]))
    }

    private static func account(_ parsed: ParsedCommand) -> AccountCommand.Options {
        AccountCommand.Options(
            user: parsed["user"], merchantID: parsed["merchant-id"], clientID: parsed["client-id"],
            terminal: parsed["terminal"], passwordFile: parsed["password-file"], licenceFile: parsed["licence-file"],
            operatorPINFile: parsed["operator-pin-file"], isProduction: parsed["server"] == "production")
    }

    /// `moto sale AMOUNT CURRENCY`, `moto refund AMOUNT CURRENCY`, `moto reverse ID`.
    private static func moto(_ parsed: ParsedCommand) -> Command {
        let words = parsed.positionals
        let actions: [String: PaymentIntent.Operation] = [
            "sale": .motoSale, "refund": .motoRefund, "reverse": .motoReversal,
        ]
        guard let operation = actions[words.first ?? ""], words.count == (operation.isReversal ? 2 : 3) else {
            return .misused("moto-action")
        }
        let options = PaymentOptions(
            operation: operation, original: operation.isReversal ? words[1] : parsed["of"],
            amount: operation.isReversal ? nil : words[1], currency: operation.isReversal ? "" : words[2],
            reference: parsed["reference"], despiteUnknown: parsed["despite-unknown"])
        return .order(options, tokenFile: parsed["token-file"])
    }

    private static func payment(_ parsed: ParsedCommand, _ operation: PaymentIntent.Operation) -> PaymentOptions {
        let minor = parsed["minor"]
        let words = parsed.positionals
        let isWhole = operation.isOfAllOfIt
        return PaymentOptions(
            operation: operation, original: isWhole ? words.first : parsed["of"],
            budgetMonths: parsed.number("budget-months"), tip: parsed["tip"], cashback: parsed["cashback"],
            amount: minor == nil && !isWhole ? words.first : nil,
            minor: minor, currency: isWhole ? "" : words.last ?? "",
            reference: parsed["reference"],
            signature: parsed["signature"].flatMap(SignaturePolicy.init(rawValue:)) ?? .ask,
            partial: parsed["partial"].flatMap(PartialPolicy.init(rawValue:)) ?? .ask,
            despiteUnknown: parsed["despite-unknown"], merchantAuth: parsed.all("merchant-auth"),
            buyer: Buyer(
                invoice: parsed["invoice"], email: parsed["email"], phone: parsed["phone"], holder: parsed["holder"]),
            referralCode: parsed["referral-code"])
    }
}

extension PaymentIntent.Operation {
    /// It is of another payment's whole amount.
    var isOfAllOfIt: Bool { isReversal || self == .capture }
}
