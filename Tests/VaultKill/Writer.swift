import Glibc
import Transports
import Vault

/// Writes one value after the other until it is killed, and says so on standard output, four bytes a write that is
/// done.
struct Writer {
    let path: String

    /// Says `first - 1` when the file is unlocked.
    func run(from first: Int) -> Int32 {
        do {
            let vault = try Vault.open(
                path, passphrase: Sample.passphrase(), random: SystemRandom(), time: SystemTime())
            var number = first
            acknowledge(first - 1)
            while true {
                try vault.set(Sample.name, Sample.value(number))
                acknowledge(number)
                number += 1
            }
        } catch {
            tell("writer: \(error)")
            return 1
        }
    }

    private func acknowledge(_ number: Int) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number)) { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}
