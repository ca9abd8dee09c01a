import CPosix
import Checkout
import Console
import Crypto
import Glibc
import Payments
import Threads
import Vault

/// Opens and closes the credential file for the console.
final class ConsoleLock {
    private let place: Workplace
    private let desk: EngineDesk
    private var awake = ConsoleLock.sleepSoFar

    init(place: Workplace, desk: EngineDesk) {
        self.place = place
        self.desk = desk
    }

    /// Tries the passphrase that was typed.
    func open(with line: SecretLine, tell: @escaping @Sendable (ConsoleMessage) -> Void) {
        var bytes = line.take()
        let passphrase: Passphrase
        do throws(PassphraseFault) { passphrase = try Passphrase(wiping: &bytes) } catch {
            return tell(.unlockRefused(TillFault(Stop(error))))
        }
        let isStarted = startThread { [place, desk] in
            do throws(Stop) {
                place.credentials.unlock(try place.openVault(with: passphrase))
                tell(.unlocked(try desk.operatorsFound()))
            } catch {
                place.credentials.lock()
                tell(.unlockRefused(TillFault(error)))
            }
        }
        if !isStarted { tell(.unlockRefused(TillFault(Stop(.credentials, "vault-no-memory")))) }
    }

    /// Forgets the key. Where operators sign in by PIN, the key that is kept for a shift, or the passphrase file, opens
    /// the file again at once: their PIN is what keeps others out.
    func close(tell: @escaping @Sendable (ConsoleMessage) -> Void) {
        let hasOperators = (try? place.credentials.operators().isEmpty) == false
        place.credentials.lock()
        guard hasOperators else { return }
        startThread { [place, desk] in
            guard let vault = try? place.openVaultUnasked() else { return }
            place.credentials.unlock(vault)
            guard let names = try? desk.operatorsFound() else { return }
            tell(.unlocked(names))
        }
    }

    /// The PIN that was typed; nil for what can't be one, which is then a wrong one.
    func pin(from line: SecretLine) -> Secret? {
        var bytes = line.take()
        return try? PIN(wiping: &bytes).secret
    }

    /// The machine was suspended since this was asked last.
    var wasAsleep: Bool {
        let asleep = Self.sleepSoFar
        defer { awake = asleep }
        return asleep - awake > .seconds(5)
    }

    /// How long the machine has slept since it was switched on. Source: clock_gettime(2).
    private static var sleepSoFar: Duration { time(CLOCK_BOOTTIME) - time(CLOCK_MONOTONIC) }

    private static func time(_ clock: clockid_t) -> Duration {
        var now = timespec()
        clock_gettime(clock, &now)
        return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
    }
}
