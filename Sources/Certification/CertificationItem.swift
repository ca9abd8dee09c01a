/// The ten things that an integration has to show before it may take money. The identifiers are a promise to scripts;
/// the words for people are the locale's, under `certify.item.`.
public enum CertificationItem: String, Hashable, Sendable, CaseIterable {
    /// Readers are found by a search, and one on a wire is reached by its address alone.
    case discoveryAndWired = "discovery-and-wired"
    /// No byte of a payment leaves before the reader has introduced itself.
    case nothingBeforeConnect = "nothing-before-connect"
    case pendingFetchedOnConnect = "pending-fetched-on-connect"
    case everyFinStatusHandled = "every-finstatus-handled"
    case guidStoredOnEveryAuthorised = "guid-stored-on-every-authorised"
    case signatureURLAndImage = "signature-url-and-image"
    /// The journal has the payment before the first byte of its command leaves.
    case referenceStoredBeforeEveryCall = "reference-stored-before-every-call"
    case undefinedRecoveredAndReversed = "undefined-recovered-and-reversed"
    /// A payment runs to its end without anybody who watches.
    case background
    case canonicalLogLine = "canonical-log-line"
}

/// What a run showed of one item.
public struct CertificationReport: Hashable, Sendable {
    public var item: CertificationItem
    public var passed: Bool
    /// Rows of the journal, messages on the wire and events, as they came in the run.
    public var evidence: [String]
}

/// Something that a run does wrong on purpose: a check that never fails shows nothing. For tests of the tests.
package enum CertificationFlaw: Hashable, Sendable, CaseIterable {
    case findsNothing, sellsTooEarly, forgetsResults, approvesEverything, losesGUIDs, sendsReceipts, writesLate,
        hasNoCloud,
        stopsClock, logsLess

    /// The item that must fail with it.
    package var item: CertificationItem {
        switch self {
        case .findsNothing: .discoveryAndWired
        case .sellsTooEarly: .nothingBeforeConnect
        case .forgetsResults: .pendingFetchedOnConnect
        case .approvesEverything: .everyFinStatusHandled
        case .losesGUIDs: .guidStoredOnEveryAuthorised
        case .sendsReceipts: .signatureURLAndImage
        case .writesLate: .referenceStoredBeforeEveryCall
        case .hasNoCloud: .undefinedRecoveredAndReversed
        case .stopsClock: .background
        case .logsLess: .canonicalLogLine
        }
    }
}
