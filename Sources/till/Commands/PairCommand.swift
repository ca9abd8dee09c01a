import Bluetooth
import Checkout
import Crypto
import Glibc
import Localization
import Payments
import Ports
import Terminal
import Text
import Threads
import Transports

/// `till pair ADDRESS` and `till unpair ADDRESS` (row E5). What has to be compared or typed is asked on a terminal, or of a
/// script on standard input.
struct PairCommand {
    let place: Workplace
    let signals: SignalInbox
    let address: String
    /// The numbers are taken for equal without a question.
    let yes: Bool

    func pair(within timeout: Duration) throws(Stop) -> ExitStatus {
        let address = try place.bluetoothAddress(address)
        let pin = try pinFromFile()
        try permit(.pair(address))
        let dialogue = PairingDialogue(place: place, signals: signals, yes: yes, pin: pin)
        if let fault = dialogue.run(BlueZPairing(timeout: timeout), address) { throw Stop(fault, address) }
        told("paired", address)
        return .done
    }

    func unpair() throws(Stop) -> ExitStatus {
        let address = try place.bluetoothAddress(address)
        try permit(.unpair(address))
        let answers = Mailbox<PairingFault?>()
        BlueZPairing().unpair(address) { answers.post($0) }
        if let fault = answers.wait(until: nil).first ?? .other { throw Stop(fault, address) }
        told("unpaired", address)
        return .done
    }

    /// The credential file is opened only where there are operators.
    private func permit(_ deed: Deed) throws(Stop) {
        guard try place.journalNamesOperators() else { return }
        try place.unlock(signals)
        try Gate(place: place, signals: signals, training: false).permit(deed, signals: signals)
    }

    /// A PIN of a reader: letters are allowed, but no line's end.
    private func pinFromFile() throws(Stop) -> Secret? {
        guard let file = place.invocation.readerPINFile else { return nil }
        return try place.secretText(inFile: file)
    }

    private func told(_ what: String, _ address: BluetoothAddress) {
        guard !place.invocation.json else {
            return Output.json(
                place.events.line(what, place.time.wallTime(), [("address", .string(address.description))]))
        }
        Output.line(place.catalogue.text("pairing.\(what)", ["address": address.description]))
    }
}

extension Stop {
    /// How a pairing ended that is none.
    init(_ fault: PairingFault, _ address: BluetoothAddress) {
        let status: ExitStatus =
            switch fault {
            case .alreadyPaired: .done
            case .rejected, .timedOut: .failed
            case .cancelled: .cancelled
            case .notFound, .unreachable: .noReader
            case .busy: .busy
            case .notSupported, .trouble, .other: .fault
            }
        self.init(status, fault.code, ["address": address.description])
    }
}
