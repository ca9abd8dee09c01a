import Crypto
import Payments
import Ports
import TestKit
import Testing
import Time

@testable import Gateways

@Suite("Opayo: account, updates, refunds, referrals (E2, E3, E6, E9, E10, E12)")
struct OpayoTests {
    private let reference = TransactionReference(random: [UInt8](repeating: 7, count: 16))

    private func secret(_ text: String) throws -> Secret { try Secret(copying: Array(text.utf8)) }

    private func account() throws -> OpayoAccount {
        OpayoAccount(
            merchantID: "M1", clientID: "C1", password: try secret("pw"), operatorPIN: try secret("1234"), server: .demo
        )
    }

    private var order: LinkedOrder {
        LinkedOrder(
            reference: reference, money: Money(minorUnits: 410, currency: .pounds),
            original: OriginalTransaction(
                reference: TransactionReference(random: [8]), eftTransactionID: "000123456789",
                authorisationCode: "A12345"), order: nil)
    }

    private func begin(_ errand: OpayoErrand) throws -> OpayoConversation {
        let gateway = try #require(OpayoGateway(url: "http://127.0.0.1:1/elavon"))
        return OpayoConversation(errand, at: gateway, as: try account(), identity: "t")
    }

    /// What is sent, taken apart; nil at the end.
    private func sent(_ step: OpayoConversation.Step) throws -> (method: String, parameters: JSONValue, id: String)? {
        guard case .send(let request, _) = step else { return nil }
        let json = try JSONValue.parse(request.body)
        #expect(json["targetType"] == "paymentGatewayOpayo")
        return (
            json["method"]?.stringValue ?? "", json["parameters"] ?? .null, json["requestId"]?.stringValue ?? ""
        )
    }

    /// What follows, which must not be the end.
    private func next(_ step: OpayoConversation.Step) throws -> (method: String, parameters: JSONValue, id: String) {
        let request = try sent(step)
        return try #require(request)
    }

    private func ended(_ step: OpayoConversation.Step) -> OpayoFinding? {
        if case .ended(let finding) = step { finding } else { nil }
    }

    private func answer(_ command: JSONValue, to id: String, details: String = "OK") -> Result<HTTPAnswer, LinkFault> {
        let json: JSONValue = [
            "requestId": .string(id), "statusDetails": .string(details), "completed": command["completed"] ?? false,
            "eventQueue": [["timeStamp": "1", "statusDetails": "TRANSACTION_PROCESSING"]],
            "data": ["paymentGatewayCommand": command],
        ]
        return .success(HTTPAnswer(status: 200, body: json.bytes))
    }

    private let opened: JSONValue = [
        "completed": true, "openPaymentGatewayData": ["result": "SUCCESS", "paymentGatewayId": "g1"],
    ]

    /// Opens the account; gives the errand's own command.
    private func open(
        _ errand: OpayoErrand
    ) throws -> (conversation: OpayoConversation, method: String, parameters: JSONValue, id: String) {
        var conversation = try begin(errand)
        let first = try next(conversation.begin())
        #expect(first.method == "openPaymentGateway")
        let second = try next(conversation.take(answer(opened, to: first.id)))
        return (conversation, second.method, second.parameters, second.id)
    }

    private func data(_ changes: [(String, JSONValue)] = []) -> JSONValue {
        var fields: [(String, JSONValue)] = [
            ("id", "000987654321"), ("result", "APPROVED"), ("transactionType", "LINKED_REFUND"),
            ("authCode", "R1"), ("amountAuthorized", ["value": 410, "currencyCode": "GBP"]),
            ("merchantTransactionReference", .string(reference.text)), ("originalTransId", "000123456789"),
        ]
        for (name, value) in changes { fields = fields.map { $0.0 == name ? (name, value) : $0 } }
        for change in changes where !fields.contains(where: { $0.0 == change.0 }) { fields.append(change) }
        return .object(fields.map { ($0.0, Optional($0.1)) })
    }

    /// A refund whose status says this.
    private func refund(_ last: JSONValue) throws -> (OpayoFinding?, hash: Secret?) {
        var (conversation, _, _, id) = try open(.money(.linkedRefund(order)))
        let poll = try next(conversation.take(answer(["completed": false, "chanId": "c1"], to: id)))
        #expect(poll.method == "getPaymentTransactionStatus")
        #expect(poll.parameters["chanId"] == "c1")
        let finding = ended(conversation.take(answer(last, to: poll.id)))
        return (finding, conversation.passwordHash)
    }

    // MARK: The account

    @Test("the password goes until there is a hash, then that")
    func password() throws {
        var conversation = try begin(.account)
        let plain = try next(conversation.begin())
        #expect(plain.parameters["password"] == "pw")
        #expect(plain.parameters["operatorPin"] == "1234")
        #expect(plain.parameters["paymentGatewayEnvironment"] == "DEMO")
        var hashed = try account()
        hashed.isHash = true
        let gateway = try #require(OpayoGateway(url: "http://127.0.0.1:1/elavon"))
        var second = OpayoConversation(.account, at: gateway, as: hashed, identity: "t")
        let opening = try next(second.begin())
        #expect(opening.parameters["passwordHash"] == "pw")
        #expect(opening.parameters["password"] == nil)
    }

    @Test("whose account it is")
    func information() throws {
        var conversation = try begin(.account)
        let first = try next(conversation.begin())
        let command: JSONValue = [
            "completed": true,
            "openPaymentGatewayData": [
                "result": "SUCCESS", "paymentGatewayId": "g1",
                "accountInfo": ["name": "Shop", "city": "", "currencyCode": "GBP"],
            ],
        ]
        guard case .account(let information)? = ended(conversation.take(answer(command, to: first.id))) else {
            Issue.record("no account")
            return
        }
        #expect(information.fields.map(\.name) == ["name", "currencyCode"])
        #expect(information.fields.map(\.value) == ["Shop", "GBP"])
    }

    @Test("a refused account says all that is wrong, and nothing was asked for")
    func refusedAccount() throws {
        for errand in [OpayoErrand.account, .money(.linkedRefund(order))] {
            var conversation = try begin(errand)
            let first = try next(conversation.begin())
            let command: JSONValue = [
                "completed": true, "openPaymentGatewayData": ["result": "FAILED"],
                "errors": ["ECLTransactionInvalidCredentials", "ECLOperatorPinInvalid", "<b>"],
            ]
            #expect(
                ended(conversation.take(answer(command, to: first.id)))
                    == .refused(errors: ["ECLTransactionInvalidCredentials", "ECLOperatorPinInvalid"]))
        }
    }

    @Test("it comes back from the credential file as it went in")
    func sealed() throws {
        var account = try account()
        let profile = try #require(
            TerminalProfile(["currency": "GBP", "gratuitySupported": true, "voiceReferralPhone": "+44 1632 960000"]))
        account.note(.full, of: "R1", profile, at: WallTime(milliseconds: 1_767_435_330_000))
        #expect(account.sealed.flatMap(OpayoAccount.init) == account)
        account.isHash = true
        #expect(account.sealed.flatMap(OpayoAccount.init) == account)
        #expect(OpayoAccount(try secret("[]")) == nil)
        #expect(account.merchant.updatedReaders == ["R1"])
        #expect(account.merchant.asksForTip)
    }

    // MARK: Updates

    @Test("which update a reader needs", arguments: [("FULL", TMSUpdate.full), ("NORMAL", .normal), ("NONE", nil)])
    func neededUpdate(word: String, update: TMSUpdate?) throws {
        var (conversation, method, parameters, id) = try open(.neededUpdate(serialNumber: "R1"))
        #expect(method == "getRequiredTmsUpdateType")
        #expect(parameters["cardReader"] == "R1")
        #expect(parameters["paymentGatewayId"] == "g1")
        let command: JSONValue = ["completed": true, "requiredTmsUpdateType": .string(word)]
        #expect(ended(conversation.take(answer(command, to: id))) == .neededUpdate(update))
    }

    @Test("an update goes on until it is done, and brings what the terminal may do")
    func update() throws {
        var (conversation, method, parameters, id) = try open(.update(.full, serialNumber: "R1"))
        #expect(method == "performTmsUpdate")
        #expect(parameters["type"] == "FULL")
        let poll = try next(conversation.take(answer(["completed": false, "chanId": "c1"], to: id)))
        #expect(poll.method == "getTmsUpdateStatus")
        #expect(conversation.events == ["TRANSACTION_PROCESSING"])
        let command: JSONValue = [
            "completed": true, "terminalProfile": ["currency": "GBP", "gratuitySupported": true],
        ]
        guard case .updated(let profile)? = ended(conversation.take(answer(command, to: poll.id))) else {
            Issue.record("not updated")
            return
        }
        #expect(profile.takesTips)
        #expect(!profile.refundsAlone)
    }

    // MARK: Money

    @Test("a refund is asked for once, then asked after, no faster than is allowed")
    func refundAsked() throws {
        var (conversation, method, parameters, id) = try open(.money(.linkedRefund(order)))
        #expect(method == "linkedRefund")
        #expect(parameters["originalTransId"] == "000123456789")
        #expect(parameters["originalAuthCode"] == "A12345")
        #expect(parameters["baseTransactionAmount"] == ["value": 410, "currencyCode": "GBP"])
        guard case .send(_, let wait) = conversation.take(answer(["completed": false, "chanId": "c1"], to: id)) else {
            Issue.record("ended")
            return
        }
        #expect(wait >= .milliseconds(750))
    }

    @Test("approved, with the hash that takes the password's place")
    func approved() throws {
        let command: JSONValue = [
            "completed": true, "passwordHash": "v1$salt$hash", "paymentTransactionData": data(),
        ]
        let (finding, hash) = try refund(command)
        guard case .money(.booked(let transaction))? = finding else {
            Issue.record("not booked")
            return
        }
        #expect(transaction.result.finStatus == "AUTHORISED")
        #expect(transaction.result.eftTransactionID == "000987654321")
        #expect(hash == (try secret("v1$salt$hash")))
    }

    @Test("declined keeps the amount that was asked for")
    func declined() throws {
        let none: JSONValue = ["value": 0, "currencyCode": "GBP"]
        let said = data([("result", "DECLINED"), ("responseCode", "05"), ("amountAuthorized", none)])
        guard
            case .money(.booked(let transaction))? = try refund(["completed": true, "paymentTransactionData": said]).0
        else {
            Issue.record("not booked")
            return
        }
        #expect(transaction.result.finStatus == "DECLINED")
        #expect(transaction.result.requestedAmount == 410)
        #expect(transaction.result.authorisedAmount == nil)
        #expect(transaction.result.errorMessage == "05")
    }

    @Test("a failure says all its errors; one whose reversal failed says nothing of the money")
    func failed() throws {
        func failure(_ errors: JSONValue) -> JSONValue {
            ["completed": true, "paymentTransactionData": data([("result", "FAILED"), ("errors", errors)])]
        }
        #expect(
            try refund(failure(["ECLTransactionCardRemoved", "ECLTransactionFieldTooLong"])).0
                == .money(.refused(code: "ECLTransactionCardRemoved ECLTransactionFieldTooLong")))
        #expect(
            try refund(failure(["ECLTransactionFieldTooLong", "ECLReversalFailed"])).0 == .money(.trouble(.unreadable)))
    }

    @Test("an approval of another amount, currency or reference says nothing")
    func notOurs() throws {
        let changes: [(String, JSONValue)] = [
            ("amountAuthorized", ["value": 411, "currencyCode": "GBP"]),
            ("amountAuthorized", ["value": 410, "currencyCode": "EUR"]),
            ("merchantTransactionReference", "somebody else's"), ("result", "PERHAPS"), ("id", ""),
        ]
        for change in changes {
            let command: JSONValue = ["completed": true, "paymentTransactionData": data([change])]
            #expect(try refund(command).0 == .money(.trouble(.unreadable)), "\(change)")
        }
    }

    /// What the till says to questions.
    private func said(to questions: JSONValue, by errand: OpayoErrand) throws -> (method: String, JSONValue) {
        var (conversation, _, _, id) = try open(errand)
        let command: JSONValue = ["completed": false, "chanId": "c1", "requiredInformation": questions]
        let following = try next(conversation.take(answer(command, to: id)))
        return (following.method, following.parameters)
    }

    @Test("the issuer's code answers the referral, and the card was there; any other question ends the transaction")
    func referral() throws {
        let sale = OpayoErrand.money(.referredSale(order, code: "123"))
        let (method, parameters) = try said(to: ["VoiceReferral", "CardPresence"], by: sale)
        #expect(method == "continuePaymentTransaction")
        #expect(parameters["voiceReferral"] == ["handled": "APPROVED", "code": "123"])
        #expect(parameters["cardPresent"] == "YES")
        #expect(try said(to: ["VoiceReferral", "SignatureRequired"], by: sale).method == "cancelPaymentTransaction")
    }

    @Test("money goes back without the card being there, and without anybody being called")
    func absent() throws {
        let refund = OpayoErrand.money(.linkedRefund(order))
        #expect(try said(to: ["CardPresence"], by: refund).1["cardPresent"] == "NO")
        #expect(try said(to: ["VoiceReferral"], by: refund).method == "cancelPaymentTransaction")
    }

    @Test("a lost answer to a money command is not asked for again; a lost question is")
    func lost() throws {
        var (conversation, _, _, id) = try open(.money(.linkedRefund(order)))
        var other = conversation
        #expect(ended(other.take(.failure(LinkFault(.timedOut)))) == .money(.trouble(.unreachable)))
        _ = conversation.take(answer(["completed": false, "chanId": "c1"], to: id))
        let again = try next(conversation.take(.failure(LinkFault(.timedOut))))
        #expect(again.method == "getPaymentTransactionStatus")
    }

    @Test("before anything was asked for, a lost answer is no more than that")
    func lostOpening() throws {
        var conversation = try begin(.money(.linkedRefund(order)))
        _ = conversation.begin()
        #expect(ended(conversation.take(.failure(LinkFault(.timedOut)))) == .refused(errors: ["gateway-unreachable"]))
    }

    @Test("a transaction that never ends is given up, and is unknown")
    func endless() throws {
        var (conversation, _, _, id) = try open(.money(.linkedRefund(order)))
        var step = conversation.take(answer(["completed": false, "chanId": "c1"], to: id))
        var questions = 0
        while let next = try sent(step), questions < 1000 {
            questions += 1
            step = conversation.take(answer(["completed": false], to: next.id))
        }
        #expect(questions == OpayoConversation.mostQuestions)
        #expect(ended(step) == .money(.trouble(.unreachable)))
    }

    @Test("what was done under a reference is found")
    func search() throws {
        var (conversation, method, parameters, id) = try open(.money(.linked(order)))
        #expect(method == "searchPaymentTransaction")
        #expect(parameters["merchantTransactionReference"] == .string(reference.text))
        let command: JSONValue = ["completed": true, "transactions": [data()]]
        guard case .money(.transactions(let found))? = ended(conversation.take(answer(command, to: id))) else {
            Issue.record("not found")
            return
        }
        #expect(found.map(\.reference) == [reference])
    }

    @Test("a request that isn't taken was not carried out; what can't be read says nothing")
    func malformed() throws {
        var (conversation, _, _, id) = try open(.money(.linkedRefund(order)))
        var other = conversation
        #expect(
            ended(conversation.take(answer(["completed": true], to: id, details: "MISSING_REQUIRED_PARAMETER")))
                == .money(.refused(code: "MISSING_REQUIRED_PARAMETER")))
        #expect(ended(other.take(answer(["completed": true], to: "another"))) == .money(.trouble(.unreadable)))
        for body in ["", "{}", "<html>", "[1]"] {
            var (third, _, _, _) = try open(.money(.linkedRefund(order)))
            let answer = HTTPAnswer(status: 200, body: Array(body.utf8))
            #expect(ended(third.take(.success(answer))) == .money(.trouble(.unreadable)), "\(body)")
        }
    }
}
