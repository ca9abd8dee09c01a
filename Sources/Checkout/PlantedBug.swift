/// A bug that the campaign of random payments has to find: it is worth nothing unless it does. Only debug builds obey it,
/// and only tests can ask for it.
package enum PlantedBug: String, Hashable, Sendable, CaseIterable {
    /// What stands in the journal after the bytes have gone out stands there too late.
    case bytesBeforeJournal
    /// A result that the reader had kept is booked to the payment that waits for one, whoever's it is.
    case byOrderOfArrival
    /// A payment that nobody knows the end of is sent once more by itself.
    case sendsAgain
}

extension CheckoutState {
    package var hasBytesFirst: Bool { has(.bytesBeforeJournal) }

    func has(_ bug: PlantedBug) -> Bool {
        #if DEBUG
            planted == bug
        #else
            false
        #endif
    }
}
