import Checkout
import Localization
import Payments
import Screen
public import Time

extension ConsoleModel {
    /// Takes a message.
    /// - Returns: what is to be done now, in this order.
    public mutating func update(_ message: ConsoleMessage, at now: Uptime) -> [ConsoleEffect] {
        self.now = max(self.now, now)
        switch message {
        case .started: return start()
        case .key(let key):
            lastKey = self.now
            return press(key)
        case .secretTyped(let count):
            lastKey = self.now
            if case .pin? = pairing?.step {
                pairing?.step = .pin(typed: count)
                return []
            }
            if page == .account, question == nil { account.form?.typed(count) } else { lock.typed = count }
            if notice?.isLasting == false || lock.typed > 0 { notice = nil }
        case .unlocked(let operators): return unlocked(operators)
        case .unlockRefused(let fault):
            notice = .fault(fault)
            lock.forget()
        case .resumed: return lockFile()
        case .resized(let size): resize(size)
        case .painted:
            question?.isPainted = true
            pairing?.isPainted = true
            if page == .receipt { receipt?.isPainted = true }
        case .tick: return lockIfIdle()
        case .snapshot(let snapshot): return take(snapshot)
        case .readerFound(let reader): readers.add(reader)
        case .readerLost(let uri): readers.remove(uri: uri)
        case .searchDone: readers.endSearch()
        case .searchTrouble(let trouble): readers.begin(trouble)
        case .searchUntroubled(let trouble): readers.end(trouble)
        case .pairing(let event): return take(event)
        case .unpaired(let address, let fault): return unpaired(address, fault)
        case .account(let news): return take(news)
        case .history(let query, let rows): history.take(rows, for: query)
        case .catalogue(let catalogue): speak(catalogue)
        }
        return []
    }

    mutating func start() -> [ConsoleEffect] {
        guard !isLooking else { return offerToLook() }
        guard !lock.isFileLocked else {
            lock.startsLater = true
            return []
        }
        lastKey = now
        let latest = ConsoleEffect.loadHistory(query: "")
        guard let reader = settings.lastReader else {
            return [latest] + (page == .readers ? beginSearch() : []) + followLock()
        }
        connection = ConnectionPage(reader: reader, startedAt: now)
        return [latest, .submit(reader.expected)] + followLock()
    }

    /// A question that can't be seen can't be answered.
    private mutating func resize(_ size: Size) {
        self.size = size
        if isTooSmall { question = nil }
        pairing?.isPainted = false
        layOutReceipts()
    }

    private mutating func speak(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        notice = .language
        layOutReceipts()
    }

    /// Receipts are laid out once, not at each drawing.
    mutating func layOutReceipts() {
        let isWide = isWide
        receipt?.layOut(catalogue, training: snapshot.training, wide: isWide)
        signature.layOut(runningSale?.signature?.receipt, catalogue, training: snapshot.training)
    }
}

extension ConsoleModel {
    /// Goes to a page; a search ends with the page that shows it.
    mutating func show(_ next: ConsolePage) -> [ConsoleEffect] {
        guard next != page else { return [] }
        var effects = leavePairing() + leaveLogin()
        if page == .readers, readers.isSearching {
            readers.endSearch()
            effects.append(.stopSearch)
        }
        // Help is about the pad; whoever goes elsewhere has left it, and what is drawn there is nobody else's to see.
        if next != .signature, next != .help { signature.pad = SignaturePad() }
        page = next
        if notice?.isLasting == false { notice = nil }
        switch next {
        case .readers: effects += beginSearch()
        case .history: effects.append(.loadHistory(query: history.query.text))
        case .help: help = HelpPage()
        case .connection, .sale, .status, .signature, .receipt, .resolve, .lock, .reader, .account, .updates: break
        }
        return effects
    }

    mutating func beginSearch() -> [ConsoleEffect] {
        readers.beginSearch(until: now + settings.searchTime)
        return [.startSearch]
    }

    /// Goes to a page from which Esc leads back here.
    mutating func visit(_ next: ConsolePage) -> [ConsoleEffect] {
        guard next != page else { return [] }
        way.removeAll { $0 == next || $0 == page }
        way.append(page)
        return show(next)
    }

    /// Goes where Esc leads: to the page before, or to what is going on.
    mutating func goBack() -> [ConsoleEffect] {
        let before = way.popLast() ?? home
        let isOver = (before == .status || before == .signature) && !isSelling || before == .receipt && receipt == nil
        return show(isOver ? home : before)
    }

    /// The page that the state of things calls for.
    var home: ConsolePage {
        guard let sale = runningSale else { return .sale }
        return sale.signature == nil ? .status : .signature
    }

    mutating func goHome() -> [ConsoleEffect] {
        way = []
        return show(home)
    }
}
