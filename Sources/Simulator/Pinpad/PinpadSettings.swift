public import Acquirer
public import Datecs
public import Payments
public import Ports

/// What makes one virtual pinpad differ from another.
public struct PinpadSettings: Sendable {
    public var scenario = Scenario.default
    public var quirks: Set<PinpadQuirk> = []
    public var cardholder = Cardholder.prompt
    public var pace = Pace.instant
    /// Where the reader asks the till to connect it to: an IPv4 address. A name can't be said on the wire, so it is
    /// taken as this machine.
    public var acquirer: HostEndpoint
    /// Also tried by hosts where the first address fails.
    public var secondAcquirer: HostEndpoint?
    /// For the acquirer's answer, in seconds. *seen* (datecs.md 8.2)
    public var hostTimeout: UInt16 = 30
    /// Bytes of one RECEIVE DATA.
    public var mtu: UInt16 = UInt16(Frame.initialMTU)
    public var model = "BluePad-50"
    /// Ten characters: also what USB shows.
    public var serialNumber = "0123456789"
    /// Eight characters; each reader of one acquirer needs its own.
    public var terminalID = "99900001"
    public var merchantID = "999000000000001"
    /// 7, "test", has every type.
    public var menu = MenuType(rawValue: 7)
    /// The one currency that it has. No host can choose.
    public var currency: Currency
    /// Of the reader's own menu.
    public var password = "0000"
    /// Nil leaves the older engine's question unanswered.
    public var battery: EngineBattery? = EngineBattery(percent: 87, flags: 0, voltage: 41)
    public var card = VirtualCard.visa
    /// The first transaction's.
    public var firstSTAN = 1
    /// The batch that is open.
    public var firstBatch = 1

    public init(acquirer: HostEndpoint, currency: Currency) {
        self.acquirer = acquirer
        self.currency = currency
    }

    /// What USB says of it. Datecs' fiscal printers have the same numbers and another product name. *seen*
    /// (datecs.md 2)
    public static let usbID = "FFF0:0100"
    public static let usbProduct = "PinPad"
}

/// How the one at the reader behaves, whatever the amount.
public enum Cardholder: Hashable, Sendable {
    /// Acts as the pace says.
    case prompt
    /// Shows no card.
    case absent
    /// Shows a card and enters no PIN.
    case withoutPIN
    /// Takes this long for each thing.
    case slow(Duration)
}

/// What pinpads in the field do that not all of them do, and states that they may be found in.
public enum PinpadQuirk: String, Hashable, Sendable, CaseIterable {
    /// The day must be closed first: the status says so, and payments are refused with 52. Source: datecs.md 13.
    case dayDue = "day-due"
    /// The same, but the status is silent and payments are refused with 7. Source: datecs.md 6.
    case dayDueSilently = "day-due-silently"
    /// The status asks for new parameters. Source: datecs.md 5.
    case updateDue = "update-due"
    /// Reaches the acquirer by itself: no socket events. Source: datecs.md 8.2.
    case ownNetwork = "own-network"
    /// Wants the host to do TLS: type 3 instead of 1. Source: datecs.md 7.
    case hostTLS = "host-tls"
    /// The last byte for the acquirer is missing, so that it never answers.
    case truncatedRequest = "truncated-request"
    /// What is for the acquirer comes in many small events.
    case splitRequest = "split-request"
    /// The outcome comes 12 s after the connection is closed.
    case lateComplete = "late-complete"
    /// The menu is a shop's: purchases and voids, no refunds, nothing else.
    case shopMenu = "shop-menu"
    /// Connection tests stand in the log too.
    case logsTests = "logs-tests"
    /// No event says what the screen shows. Source: datecs.md 8.3.
    case silentScreen = "silent-screen"
    /// The first event comes before the reply to START. Source: datecs.md 4, rule 2.
    case eventsFirst = "events-first"
    /// After new parameters it restarts: away 1 s after END, back 5 s later. Source: datecs.md 14.
    case restarting
    /// An empty log has 0 records instead of status 8. Source: datecs.md 5.
    case zeroRecords = "zero-records"
    /// Numbers of two bytes on receipts have one. Source: datecs.md 9.1.
    case shortNumbers = "short-numbers"
}
