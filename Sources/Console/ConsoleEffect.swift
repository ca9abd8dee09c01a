public import Checkout
public import Localization
public import Payments

/// What the console wants done.
public enum ConsoleEffect: Hashable, Sendable {
    case submit(Intent)
    /// Keep what a customer drew to sign for a payment; the answer to the request follows. The same payment may be
    /// signed for again: the latest drawing counts.
    case keepSignature(TransactionReference, SignatureDrawing)
    /// The same with the PIN that was typed.
    case submitWithPIN(Intent)
    /// Open the credential file with the passphrase that was typed.
    case unlock
    /// Forget the credential file's key.
    case lock
    /// Wipe what was typed.
    case forgetSecret
    case startSearch
    case stopSearch
    /// What happens comes as `pairing` messages.
    case pair(BluetoothAddress)
    /// Whether the reader shows the same number.
    case confirmPairing(Bool)
    /// The PIN that was typed goes to the reader.
    case enterPairingPIN
    case cancelPairing
    /// Forget a reader; `unpaired` answers.
    case unpair(BluetoothAddress)
    /// Read payments of the journal; an empty query means the latest.
    case loadHistory(query: String)
    /// A payment reader was chosen and works: connect it at the next start.
    case rememberReader(FoundReader)
    /// What readers' logs are set to from now on.
    case rememberLogLevel(LogLevel)
    case loadLanguage(Language)
    case useTheme(String)
    /// `account` answers. Nothing of it is waited for.
    case account(AccountOrder)
    /// Stop the process until `fg`, as Ctrl-Z asked.
    case suspend
    /// End the program with this status.
    case quit(status: Int32)
}
