import Console
import Payments

/// Bluetooth as a journey finds it: a reader near by that pairs in one way, and headphones.
struct JourneyRadio {
    enum Mood: String {
        /// The numbers have to be compared.
        case compare
        /// The reader wants the PIN 0000.
        case pin
        /// The reader never answers.
        case silent
        case off
    }

    private let mood: Mood
    private var isPaired = false

    init(_ mood: Mood) { self.mood = mood }

    func search() -> [ConsoleMessage] {
        guard mood != .off else { return [.searchTrouble(.adapterOff)] }
        let devices: [(String, UInt8, Bool)] = [("HiLite 7", 7, true), ("Headphones", 8, false)]
        return devices.compactMap { name, number, isReader in
            guard let address = BluetoothAddress(bytes: [0, 0, 0, 0, 0, number]) else { return nil }
            let place = ReaderAddress(place: .rfcomm(address, channel: nil))
            return .readerFound(
                FoundReader(
                    uri: place.uri, address: place, name: name, connectionTypes: [.bluetooth], known: false,
                    signal: -60, isPaired: isReader && isPaired, isOffered: isReader, isProtocolKnown: isReader))
        }
    }

    mutating func answers(to effect: ConsoleEffect, typed: String) -> [ConsoleMessage] {
        switch (effect, mood) {
        case (.pair, .compare): return [.pairing(.confirmNumber("001234"))]
        case (.pair, .pin): return [.pairing(.pinWanted)]
        case (.confirmPairing(let isSame), _): return finish(isSame)
        case (.enterPairingPIN, _): return finish(typed == "0000")
        case (.unpair(let address), _):
            isPaired = false
            return [.unpaired(address, nil)]
        default: return []
        }
    }

    private mutating func finish(_ isRight: Bool) -> [ConsoleMessage] {
        isPaired = isRight
        return [.pairing(isRight ? .paired : .failed(.rejected))]
    }
}
