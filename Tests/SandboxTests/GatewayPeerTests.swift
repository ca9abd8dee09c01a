import Acquirer
import Payments
import Sandbox
import TestKit
import Testing

@Suite("Clients of Redsys, Opayo and HiPay in Python, which share no line with us")
struct GatewayPeerTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func run(_ program: String, _ options: String) -> (exit: Int32, verdict: String) {
        let path = folder.path + "/verdict"
        let exit = shell("python3 '\(Repository.root)/Tests/Peers/\(program)' \(options) >\(path) 2>&1")
        return (exit, text(ofFile: path))
    }

    @Test("a merchant logs in, gives a sale back and asks about it")
    func redsys() throws {
        let world = try RedsysWorld()
        try world.sell(1410)
        let server = try SandboxServer(world.sandbox)
        let ran = run(
            "redsys_client.py", "--url \(server.url)/redsys --order \(RedsysWorld.order) --amount 1410")
        #expect(ran.exit == 0, "\(ran.verdict)")
    }

    @Test("a till opens the gateway, exchanges its password, gives a sale back and looks for it")
    func opayo() throws {
        let world = try OpayoWorld()
        let sale = try world.sell(1410)
        let (rrn, approval) = (try #require(sale.rrn), try #require(sale.approval))
        let server = try SandboxServer(world.sandbox)
        let ran = run(
            "opayo_client.py",
            "--url \(server.url)/elavon --rrn \(rrn) --approval \(approval) --amount 1410 --currency GBP")
        #expect(ran.exit == 0, "\(ran.verdict)")
    }

    @Test("a shop stores a card, orders, captures, gives back and asks")
    func hipay() throws {
        let world = try HiPayWorld()
        let server = try SandboxServer(world.sandbox)
        let ran = run("hipay_client.py", "--url \(server.url)/hipay --order ORDER-1")
        #expect(ran.exit == 0, "\(ran.verdict)")
        #expect(!world.acquirer.ledger.map(\.json.text).joined().contains(HiPayWorld.pan))
    }
}
