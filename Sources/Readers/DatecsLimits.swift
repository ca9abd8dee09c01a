import Payments
import Time

/// Every bound of a Datecs session, with its source.
enum DatecsLimits {
    /// The reply to a command. *seen* (datecs.md 4)
    static let reply = Duration.seconds(5)
    /// The rest of a frame that has begun. *seen twice* (datecs.md 4)
    static let restOfFrame = Duration.seconds(2)
    /// Before a PING that has to be answered for sure: nothing that is late may come any more. *own choice*
    static let silence = Duration.milliseconds(200)
    /// A link that is never silent isn't waited for longer. *own choice*
    static let longestDrain = Duration.seconds(5)
    /// A PING's reply, and how often one is sent. *own choice* (datecs.md 4, rule 6)
    static let ping = Duration.seconds(1)
    static let pings = 3
    /// A reader that is busy is asked again after this. *seen twice*
    static let busy = Duration.milliseconds(100)
    /// So often; then the connection to the acquirer is given up. *own choice*
    static let busyRepeats = 100
    /// A card transaction, counted anew from each event: the customer may take their time.
    static let transaction = ReaderAddress.WireProtocol.datecs.longestSilence
    /// After the till has broken it off. *own choice*
    static let answerToCancel = Duration.seconds(60)
    /// A real end of day took more than 120 s. *seen*
    static let endOfDay = Duration.seconds(300)
    static let testConnection = Duration.seconds(60)
    /// Without an event for so long the reader is asked what it does. *own choice* (datecs.md 17)
    static let poll = Duration.seconds(10)
    /// The same of a reader that still works on something of an earlier run. (datecs.md 12.3)
    static let closePoll = Duration.seconds(1)
    /// How long a reader gets to become idle once it was told to stop. (datecs.md 12.3)
    static let stopping = Duration.seconds(10)
    /// Records of the log that are looked through. *own choice*
    static let records = 500
    /// How often reading the log is begun anew. *own choice*
    static let restarts = 3
    /// What an acquirer may send ahead of what the reader takes, in bytes. *own choice*
    static let ahead = 1 << 20
    /// Noise between frames. *own choice*
    static let noise = 4096
    /// How far the reader's clock may be off. (datecs.md 18.1)
    static let clock = Duration.seconds(60)
    /// Bytes that the till takes at once from the acquirer. *seen*
    static let mtu: UInt16 = 1024
    /// A reader waits ten seconds for a connection, as far as is known, so dialling must not take longer. *own choice*
    static let dialling: UInt16 = 8
}
