import Bluetooth
import Ports
import TestKit
import Testing

@Suite("A service's record")
struct AnnouncementTests {
    private static let registration = "RegisterProfile /till/reader/7 00001101-0000-1000-8000-00805f9b34fb"

    @Test("is put up, and again by a BlueZ that starts anew")
    func again() throws {
        let peer = try BlueZPeer()
        let announcement = BlueZAnnouncer(name: "reader", bus: peer.bus.address).announce(channel: 7) { _ in }
        #expect(announcement != nil)
        try peer.wait(for: Self.registration)
        try peer.stop()
        try peer.restart()
        try peer.wait(for: Self.registration)
        announcement?.withdraw()
    }

    @Test("can't be put up where BlueZ isn't there")
    func nobody() throws {
        let bus = try PrivateBus()
        #expect(BlueZAnnouncer(name: "reader", bus: bus.address).announce(channel: 7) { _ in } == nil)
    }
}
