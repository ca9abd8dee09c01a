import Localization
import Payments
import Screen

/// A reader that is being paired, over the page.
struct PairingDialog: Hashable {
    enum Step: Hashable {
        /// Nothing is to be done here: the reader is asked.
        case waiting
        /// Whether the reader shows the same number.
        case compare(String)
        /// The PIN goes past the model: it knows only how many characters there are.
        case pin(typed: Int)
        /// To be typed on the reader.
        case show(String)
    }

    var reader: FoundReader
    var address: BluetoothAddress
    var step = Step.waiting
    /// The step has reached the terminal: what nobody saw, nobody confirms.
    var isPainted = false
}

extension ConsoleModel {
    mutating func pairChosen() -> [ConsoleEffect] {
        guard let reader = readers.chosen, let address = reader.bluetoothAddress else { return [] }
        return ask(for: .pair(reader, address))
    }

    /// Begins to pair. The search ends, because a radio that searches connects badly.
    mutating func beginPairing(_ reader: FoundReader, _ address: BluetoothAddress) -> [ConsoleEffect] {
        pairing = PairingDialog(reader: reader, address: address)
        let stop = readers.isSearching ? [ConsoleEffect.stopSearch] : []
        readers.endSearch()
        return stop + [.pair(address)]
    }

    mutating func askToUnpair() -> [ConsoleEffect] {
        guard let reader = readers.chosen, let address = reader.bluetoothAddress else { return [] }
        question = Question(.unpair(address, name: reader.name))
        return []
    }

    /// What came of it; after a dialog that was left nobody wants to know.
    mutating func take(_ event: PairingEvent) -> [ConsoleEffect] {
        guard pairing != nil else { return [] }
        switch event {
        case .confirmNumber(let number): advance(to: .compare(number))
        case .pinWanted:
            advance(to: .pin(typed: 0))
            return [.forgetSecret]
        case .showPIN(let pin): advance(to: .show(pin))
        case .paired: return finishPairing(.paired(pairing?.reader.name ?? ""))
        case .failed(let fault): return finishPairing(.pairing(fault))
        }
        return []
    }

    private mutating func advance(to step: PairingDialog.Step) {
        pairing?.step = step
        pairing?.isPainted = false
    }

    private mutating func finishPairing(_ notice: Notice) -> [ConsoleEffect] {
        pairing = nil
        self.notice = notice
        return page == .readers ? [.forgetSecret] + beginSearch() : [.forgetSecret]
    }

    mutating func unpaired(_ address: BluetoothAddress, _ fault: PairingFault?) -> [ConsoleEffect] {
        let reader = readers.found.first { $0.bluetoothAddress == address }
        notice = fault.map(Notice.pairing) ?? .unpaired(reader?.name ?? address.description)
        guard fault == nil, let reader else { return [] }
        readers.remove(uri: reader.uri)
        return page == .readers && !readers.isSearching ? beginSearch() : []
    }

    /// Takes a key while a reader is being paired.
    mutating func answerPairing(_ key: Key) -> [ConsoleEffect] {
        guard let pairing else { return [] }
        switch (pairing.step, key) {
        case (_, .escape), (_, .control("c")): return leavePairing()
        case (_, .control("z")): return perform(.suspend)
        case (.compare, .character(let character)) where pairing.isPainted:
            if isYes(character) { return confirm(true) }
            return character == "n" ? confirm(false) : []
        case (.pin(let typed), .enter) where typed > 0:
            advance(to: .waiting)
            return [.enterPairingPIN]
        default: return []
        }
    }

    private mutating func confirm(_ isSame: Bool) -> [ConsoleEffect] {
        advance(to: .waiting)
        return [.confirmPairing(isSame)]
    }

    /// Gives up; the reader may be paired again at once.
    mutating func leavePairing() -> [ConsoleEffect] {
        guard pairing != nil else { return [] }
        pairing = nil
        notice = .pairing(.cancelled)
        return [.cancelPairing, .forgetSecret]
    }

    /// `y`, and the first letter of yes in the language.
    private func isYes(_ character: Character) -> Bool {
        character == "y" || String(character) == yesLetter
    }

    var yesLetter: String { String(catalogue.text("bundle.yesWords").prefix(1)) }
}

extension FoundReader {
    /// Where it is on Bluetooth; nil for the others.
    var bluetoothAddress: BluetoothAddress? {
        if case .rfcomm(let address, _) = address.place { address } else { nil }
    }
}
