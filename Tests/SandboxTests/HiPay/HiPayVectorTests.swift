import Acquirer
import Crypto
import Payments
import Sandbox
import TestKit
import Testing

/// A signature that an independent generator in Python has worked out.
struct HiPayVector: CustomStringConvertible, Sendable {
    let json: JSONValue

    var description: String { "\(json["section"]?.stringValue ?? "") \(name) \(input("orderid"))" }
    var name: String { json["name"]?.stringValue ?? "" }
    var hash: HiPayHash? { HiPayHash(rawValue: name.uppercased()) }

    func input(_ name: String) -> String { json["inputs"]?[name]?.stringValue ?? "" }
    func output(_ name: String) -> String { json["outputs"]?[name]?.stringValue ?? "" }

    private static let every =
        ((try? JSONValue.parse(Repository.bytes("Tests/SandboxTests/Golden/hipay.json"))) ?? .null)
        .elements.map(HiPayVector.init)

    static func all(_ section: String) -> [HiPayVector] { every.filter { $0.json["section"] == .string(section) } }

    /// A sandbox with the vector's account beside the usual ones.
    func world() throws -> HiPayWorld {
        let hash = try #require(hash)
        let account = HiPaySettings.Account(
            username: input("username"), password: try Secret(copying: Array("pw-demo-1".utf8)),
            passphrase: try Secret(copying: Array(input("passphrase").utf8)), hash: hash, mustSign: true)
        return try HiPayWorld { $0.accounts.append(account) }
    }
}

@Suite("Signatures of HiPay that somebody else has worked out")
struct HiPayVectorTests {
    @Test("there are six orders and three notifications")
    func count() {
        #expect(HiPayVector.all("HiPay HS").count == 6)
        #expect(HiPayVector.all("HiPay notification").count == 3)
    }

    @Test("the sandbox lets them in, and tells of the order to the same", arguments: HiPayVector.all("HiPay HS"))
    func orders(vector: HiPayVector) throws {
        let world = try vector.world()
        let basic = ["Authorization": HiPayWorld.header("Basic", vector.input("username"), "pw-demo-1")]
        let signed = ["Authorization": vector.output("authorization")]
        let fields = ["cardtoken": try world.token([:], basic), "currency": vector.input("currency")]
        let answer = try world.order(vector.input("amount"), vector.input("orderid"), with: fields, headers: signed)
        #expect(answer.standing == "completed/118")
        let path = "/rest/v1/transaction/\(answer.text("transactionReference"))"
        #expect(world.get(path, [:], signed).status == 200)
        #expect(world.get("/rest/v1/transaction", ["orderid": vector.input("orderid")], signed).status == 200)
        #expect(world.get(path, [:], basic).code == "1000002")
    }

    @Test("another amount, order, user or algorithm is refused", arguments: HiPayVector.all("HiPay HS"))
    func changed(vector: HiPayVector) throws {
        let world = try vector.world()
        let (user, signature) = (vector.input("username"), vector.output("signature"))
        func attempt(_ amount: String, _ order: String, _ signature: String, user: String = user) throws -> String {
            let headers = ["Authorization": HiPayWorld.header("HS", user, signature)]
            return try world.order(amount, order, with: ["currency": vector.input("currency")], headers: headers).code
        }
        let (amount, order) = (vector.input("amount"), vector.input("orderid"))
        #expect(try attempt("14.11", order, signature) == "1000002")
        #expect(try attempt(amount, order + "x", signature) == "1000002")
        #expect(try attempt(amount, order, signature.uppercased()) == "1000002")
        #expect(try attempt(amount, order, String(signature.dropLast(2))) == "1000002")
        #expect(try attempt(amount, order, "") == "1000002")
        #expect(try attempt(amount, order, signature, user: "nobody") == "1000001")
        #expect(world.ledger.isEmpty)
    }
}
