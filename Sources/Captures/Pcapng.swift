/// Numbers of the pcapng format. Source: draft-ietf-opsawg-pcapng, sections 3 and 4.
enum Pcapng {
    static let sectionHeader: UInt32 = 0x0A0D_0D0A
    static let interfaceDescription: UInt32 = 1
    static let enhancedPacket: UInt32 = 6
    static let byteOrderMagic: UInt32 = 0x1A2B_3C4D
    static let version: UInt16 = 1
    /// Type and length in front, length again behind.
    static let overhead = 12

    enum Option {
        static let end: UInt16 = 0
        static let comment: UInt16 = 1
        static let flags: UInt16 = 2
        static let interfaceName: UInt16 = 2
        static let userApplication: UInt16 = 4
        static let timeResolution: UInt16 = 9
    }
}
