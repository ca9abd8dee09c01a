public import Checkout
public import Localization
public import Payments
public import Screen

/// What the console reacts to.
public enum ConsoleMessage: Hashable, Sendable {
    /// The program has started: a reader that is remembered is connected, else readers are searched.
    case started
    case key(Key)
    case resized(Size)
    /// What the last `draw` made has reached the terminal.
    case painted
    /// Time has gone by: what shows a time is drawn anew.
    case tick
    case snapshot(CheckoutSnapshot)
    case readerFound(FoundReader)
    case readerLost(uri: String)
    case searchDone
    /// Why some readers can't be found at present.
    case searchTrouble(FinderTrouble)
    /// This doesn't stand in the way any more.
    case searchUntroubled(FinderTrouble)
    case pairing(PairingEvent)
    /// A reader is forgotten, or why it isn't.
    case unpaired(BluetoothAddress, PairingFault?)
    /// Payments of the journal that match a query, newest first; answers `loadHistory`.
    case history(query: String, [HistoryRow])
    /// How much was typed of what must not be seen.
    case secretTyped(Int)
    /// The credential file is open, and names who may sign in; answers `unlock`.
    case unlocked([OperatorName])
    case unlockRefused(TillFault)
    /// What became of an order about the merchant's account.
    case account(AccountNews)
    /// The program or the machine was asleep: whoever sits there now may be somebody else.
    case resumed
    /// The words of another language; answers `loadLanguage`.
    case catalogue(Catalogue)
}
