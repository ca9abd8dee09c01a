import Ports
import Testing

@Suite("Which acquirers may be dialled")
struct HostPolicyTests {
    private func decide(
        _ host: String, _ port: UInt16 = 443, _ policy: HostPolicy = HostPolicy(), bluetooth: Bool = false,
        training: Bool = false
    ) -> HostSecurity? {
        policy.decide(HostEndpoint(host: host, port: port), readerIsBluetooth: bluetooth, training: training)
    }

    @Test(
        "the acquirer's own hosts are dialled with TLS",
        arguments: ["gw2.handpoint.com", "A.B.Handpoint.IO", "x.handpoint.com."])
    func usual(host: String) {
        #expect(decide(host) == .tls)
    }

    @Test(
        "other hosts are not dialled, however much they look like one",
        arguments: [
            "handpoint.com", "evilhandpoint.com", "handpoint.com.evil.example", ".handpoint.com", "", "example.org",
            "127.0.0.1.evil.example", "127.1", "0x7f.0.0.1", "0.0.0.0", "2130706433", "127.0.0.01", "::ffff:127.0.0.1",
        ])
    func others(host: String) {
        #expect(decide(host) == nil)
    }

    @Test(
        "loopback is dialled plain for readers that are not on Bluetooth",
        arguments: ["localhost", "127.0.0.1", "127.9.9.9", "::1"])
    func loopback(host: String) {
        #expect(decide(host) == .plain)
        #expect(decide(host, bluetooth: true) == nil)
    }

    @Test("a loopback address that the list names with its port is dialled with TLS")
    func loopbackTLS() {
        let policy = HostPolicy(tls: ["127.0.0.1:8443", "[::1]:8443"])
        #expect(decide("127.0.0.1", 8443, policy) == .tls)
        #expect(decide("::1", 8443, policy) == .tls)
        #expect(decide("127.0.0.1", 8444, policy) == .plain)
    }

    @Test("in training nothing but loopback is dialled, whatever is allowed")
    func training() {
        let policy = HostPolicy(allow: ["*.handpoint.com"])
        #expect(decide("gw2.handpoint.com", 443, policy, training: true) == nil)
        #expect(decide("localhost", 443, policy, training: true) == .plain)
    }

    @Test("a list of one's own takes the place of the usual hosts and of loopback")
    func ownList() {
        let policy = HostPolicy(allow: ["pay.example", "*.shop.example:4433"])
        #expect(decide("PAY.example", 1, policy) == .tls)
        #expect(decide("a.shop.example", 4433, policy) == .tls)
        #expect(decide("a.shop.example", 443, policy) == nil)
        #expect(decide("gw2.handpoint.com", 443, policy) == nil)
        #expect(decide("localhost", 443, policy) == nil)
    }

    @Test("plain TCP beyond loopback only where it is named, and only if it is allowed")
    func plain() {
        let policy = HostPolicy(allow: ["old.example"], plain: ["old.example:80", "other.example"])
        #expect(decide("old.example", 80, policy) == .plain)
        #expect(decide("old.example", 443, policy) == .tls)
        #expect(decide("other.example", 80, policy) == nil)
    }
}
