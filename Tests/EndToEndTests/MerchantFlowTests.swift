import Payments
import TestKit
import Testing

/// The flows of the two gateways, each with till, reader and sandbox in processes of their own.
@Suite("Merchants' accounts from the command line: Redsys (R1 to R6), Opayo (E2, E3, E6, E9, E10, E12)")
struct MerchantFlowTests {
    private let shop: MerchantShop
    private var counter: Counter { shop.counter }

    init() throws { shop = try MerchantShop() }

    @Test("Redsys: log in, sell, compare, refund; what loses its answer is found out, and a denial has its words")
    func redsys() throws {
        let reader = try shop.configure("redsys.int", "redsys", "EUR")
        #expect(
            try shop.till("account", "show", "--environment", "des").last("error")?["code"] == "no-merchant-gateway")
        #expect(try shop.till("sale", "10.50", "EUR").last("error")?["code"] == "account-missing")
        let wrong = try shop.till(
            "account", "login", "--user", "nobody", "--password-file", counter.path("password"), "--licence-file",
            counter.path("licence"))
        #expect(try wrong.waitForExit() == 5)
        let login = try shop.till(
            "account", "login", "--user", "sandbox", "--password-file", counter.path("password"), "--licence-file",
            counter.path("licence"))
        #expect(login.last("account")?["number"] == "999008881")
        #expect(!login.output.contains("sq7H") && !login.output.contains("sandbox-password"))
        let sale = try shop.till("sale", "10.50", "EUR", "--invoice", "F-1", "--email", "a@example.com")
        #expect(try sale.waitForExit() == 0)
        let order = try #require(sale.last("result")?["customerReference"]?.stringValue)
        #expect(OrderNumber(order) != nil)
        #expect(try shop.till("status", "1").last("status")?["agrees"] == true)
        let refund = try shop.till("refund", "4.10", "EUR", "--of", "1", "--without-reader")
        #expect(try refund.waitForExit() == 0)
        #expect(try shop.till("refund", "1.61", "EUR", "--of", "1", "--without-reader").waitForExit() == 3)
        #expect(try shop.till("refund", "6.41", "EUR", "--of", "1", "--without-reader").waitForExit() == 2)
        let rows = try shop.till("history").objects
        #expect(rows.count { $0["type"] == "REFUND" } == 2)
        let sold = try #require(rows.last)
        #expect(sold["invoice"] == "F-1" && sold["email"] == "a@example.com" && sold["gateway"] == "redsys")
        #expect(sold["order"]?.stringValue == order)
        withExtendedLifetime(reader) {}
    }

    @Test("only readers that speak what the gateway declares are offered, the others on request (R3)")
    func readers() throws {
        let heft = try SimulatedReader()
        let pinpad = try SimulatedReader("--protocol", "datecs")
        let names = "readers: {old: \"\(heft.uri)\", pinpad: \"\(pinpad.uri)\"}\n"
        counter.write(names + "gateways: {redsys: \"\(shop.gateway.url)/redsys\"}\n", to: "config.yaml")
        func found(_ more: String...) throws -> Set<String> {
            let words = ["readers", "--timeout", "2", "--json"] + more
            let program = try RunningProgram(BuiltProgram.path("till"), words, environment: counter.environment)
            _ = try program.waitForExit()
            return Set(program.objects.compactMap { $0["uri"]?.stringValue })
        }
        let offered = try found()
        #expect(offered.contains(pinpad.uri) && !offered.contains(heft.uri))
        #expect(try found("--all").isSuperset(of: [pinpad.uri, heft.uri]))
    }

    @Test("Opayo: log in, update, sell, refund with the hash, and book what the issuer approved by telephone")
    func opayo() throws {
        let reader = try shop.configure("elavon", "elavon", "GBP")
        let login = try shop.till(
            "account", "login", "--merchant-id", "1000001", "--client-id", "sandbox", "--password-file",
            counter.path("password"))
        #expect(login.last("account")?["name"] == "Demo Shop")
        #expect(try shop.till("sale", "10.50", "GBP").last("error")?["code"] == "update-needed")
        #expect(try shop.till("tms", "normal").last("error")?["code"] == "update-needed")
        let update = try shop.till("tms", "full")
        #expect(update.events.last == "updated" && update.events.contains("progress"))
        #expect(try shop.till("sale", "10.50", "GBP", "--tip", "0.50").waitForExit() == 0)
        #expect(try shop.till("refund", "4.10", "GBP", "--of", "1", "--without-reader").waitForExit() == 0)
        #expect(try shop.till("refund", "1.00", "GBP", "--of", "1", "--without-reader").waitForExit() == 0)
        #expect(try shop.till("account", "show").last("account")?["name"] == "Demo Shop", "the hash opens the account")
        let referred = try shop.till("sale", "20.52", "GBP", "--tip", "0.52", "--referral-code", "123")
        #expect(try referred.waitForExit() == 0)
        #expect(try shop.till("sale", "30.52", "GBP", "--tip", "0.52", "--referral-code", "999").waitForExit() == 3)
        withExtendedLifetime(reader) {}
    }
}
