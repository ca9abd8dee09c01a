public import Payments

/// How Bluetooth is doing, by BlueZ's own word.
public enum BlueZState {
    /// What stands in the way of using it; nil where nothing does. Waits for BlueZ, a few seconds at most.
    /// - Parameter busAddress: as D-Bus writes it; nil is the system bus.
    public static func trouble(busAddress: String? = nil) -> FinderTrouble? {
        do throws(BusFault) {
            var registry = BlueZRegistry()
            _ = registry.reset(try Bus(address: busAddress).ask(BlueZ.everything))
            return registry.trouble.map(\.refined)
        } catch {
            return FinderTrouble(error) ?? .serviceMissing
        }
    }
}
