import Time

/// A scan under way.
struct Scan: Hashable, Sendable {
    /// What lies in front of the scanner. *own choice*: three articles with sound check digits.
    static let articles = ["5012345678900", "4006381333931", "96385074"]

    /// Codes still to be read.
    var codes = Scan.articles
    var isSingle: Bool
    var patience: Duration
    /// A code has been sent and the host has not taken it yet.
    var isWaiting = false
    /// When the next code is read; nil while the host has to take one, and when there is none left.
    var nextAt: Uptime?
    /// When it ends for want of codes.
    var endsAt: Uptime

    var deadline: Uptime? { isWaiting ? nil : [nextAt, endsAt].compactMap(\.self).min() }
}
