public import Checkout
public import Localization
import Payments
public import Screen
public import Time

/// Everything the console knows: what it shows follows from this alone.
///
/// `update` takes a message and says what is to be done; `draw` makes a picture. Neither has a clock, a terminal or a
/// reader.
public struct ConsoleModel: Equatable, Sendable {
    public internal(set) var page: ConsolePage
    /// The words in use; its language is the console's.
    public internal(set) var catalogue: Catalogue
    public internal(set) var theme: String
    public internal(set) var size: Size

    let settings: ConsoleSettings
    var now = Uptime.zero
    var snapshot: CheckoutSnapshot
    var question: Question?
    var notice: Notice?
    /// Where Esc leads from Readers, History and Help.
    var way: [ConsolePage] = []

    var readers: ReadersPage
    var connection = ConnectionPage()
    var sale: SalePage
    var status = StatusPage()
    var signature = SignaturePage()
    var receipt: ReceiptPage?
    var history = HistoryPage()
    var resolve: ResolvePage?
    var help = HelpPage()
    var lock: LockPage
    var reader = ReaderPage()
    var account = AccountPage()
    var updates = UpdatePage()
    /// A reader that is being paired.
    var pairing: PairingDialog?
    /// What waits for its permission.
    var errand: Errand?

    /// When somebody was last seen at the keyboard, or a payment ended.
    var lastKey = Uptime.zero
    /// When Enter was pressed last, counted or not.
    var lastEnter: Uptime?
    /// What was handed to the engine and has neither started nor been refused.
    var submitted: Intent?
    /// The payment that runs or ran last, for its amount.
    var lastIntent: PaymentIntent?

    /// The least that every page needs. Source: console.md, point 11.
    public static let leastSize = Size(width: 80, height: 24)
    /// From this width on a page has a second pane. *own choice*
    static let wideFrom = 120

    public init(settings: ConsoleSettings, catalogue: Catalogue, snapshot: CheckoutSnapshot, size: Size) {
        self.settings = settings
        self.catalogue = catalogue
        self.snapshot = snapshot
        self.size = size
        lock = LockPage(isFileLocked: settings.startsLocked)
        page =
            settings.startsLocked
            ? .lock : settings.lastReader == nil && settings.otherTill == nil ? .readers : .sale
        theme = settings.themes.first ?? "dark"
        readers = ReadersPage(known: settings.lastReader)
        sale = SalePage(currency: settings.currency)
    }

    /// When something on the screen changes by itself; nil while nothing does.
    public var nextTick: Uptime? {
        let isWatched = page == .resolve && shownInquiry != nil || isServing || isAccountBusy
        return isSelling || isWatched || readers.isSearching || connection.startedAt != nil
            ? now + .seconds(1) : lockDue
    }

    /// The payment under way.
    var runningSale: RunningPayment? { snapshot.connection.sale }

    var isSelling: Bool { runningSale != nil }

    var isTooSmall: Bool { size.width < Self.leastSize.width || size.height < Self.leastSize.height }

    var isWide: Bool { size.width >= Self.wideFrom }

    /// A text field has the keyboard: letters are text.
    var isTyping: Bool {
        switch page {
        case .sale: sale.focus == .reference
        case .history: history.isSearching
        case .lock: true
        case .account: account.form?.takesText == true
        default: false
        }
    }
}

extension CheckoutState.Connection {
    /// The payment under way.
    var sale: RunningPayment? {
        if case .selling(_, let sale) = self { sale } else { nil }
    }

    /// The reader that has introduced itself.
    var reader: ConnectedReader? {
        switch self {
        case .none, .connecting, .lost: nil
        case .fetching(let reader, _), .ready(let reader), .stuck(let reader, _), .selling(let reader, _),
            .serving(let reader, _):
            reader
        }
    }
}
