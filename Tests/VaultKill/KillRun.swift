import Crypto
import Glibc
import Ports
import Transports
import Vault

/// Kills one writer after the other, each at a random moment within 8 ms, and looks at the file after each.
struct KillRun {
    let path: String
    let isRealCost: Bool
    private var tally = Tally()

    private struct Tally {
        var writes = 0
        var kills = 0
        var leftovers = 0
        var wrong = 0
    }

    init(path: String, isRealCost: Bool) {
        self.path = path
        self.isRealCost = isRealCost
    }

    /// Prints one line of figures. - Returns: 0 where nothing was wrong.
    mutating func run(kills: Int) -> Int32 {
        do {
            let random = try SystemRandom()
            let cost = isRealCost ? Vault.usualCost : .least
            let vault = try Vault.create(
                path, passphrase: Sample.passphrase(), cost: cost, random: random, time: SystemTime())
            try vault.set(Sample.name, Sample.value(0))
            var last = 0
            for _ in 0..<kills {
                let acknowledged = try kill(after: last, in: random)
                last = try judge(acknowledged, random)
            }
            try vault.set(Sample.name, Sample.value(last))
            if leavesSomething { complain("the last write left something behind") }
        } catch {
            complain("\(error)")
        }
        print("writes \(tally.writes) kills \(tally.kills) leftovers \(tally.leftovers) wrong \(tally.wrong)")
        return tally.wrong == 0 && tally.kills == kills ? 0 : 1
    }

    /// - Returns: the last write that the writer said was done.
    private mutating func kill(after last: Int, in random: SystemRandom) throws -> Int {
        let writer = try RunningWriter(path: path, first: last + 1)
        guard writer.nextNumber() == last else { throw Trouble.writerFailed }
        let moment = random.bytes(2).reduce(0) { $0 << 8 | Int($1) } * 8_000_000 / 65_536
        var wait = timespec(tv_sec: 0, tv_nsec: moment)
        nanosleep(&wait, nil)
        guard writer.kill() else { throw Trouble.writerFailed }
        tally.kills += 1
        var acknowledged = last
        while let number = writer.nextNumber() { acknowledged = number }
        tally.writes += acknowledged - last
        return acknowledged
    }

    /// - Returns: the number of the value that the file has.
    private mutating func judge(_ acknowledged: Int, _ random: SystemRandom) throws -> Int {
        if leavesSomething { tally.leftovers += 1 }
        let vault = try Vault.open(path, passphrase: Sample.passphrase(), random: random, time: SystemTime())
        guard let value = try vault.secret(named: Sample.name), let number = Sample.number(of: value) else {
            throw Trouble.notWhole
        }
        if number != acknowledged && number != acknowledged + 1 {
            complain("found \(number) after \(acknowledged)")
        }
        return number
    }

    private var leavesSomething: Bool {
        access(path + ".new", F_OK) == 0 || access(path + ".previous", F_OK) == 0
    }

    private mutating func complain(_ text: String) {
        tally.wrong += 1
        tell("wrong: \(text)")
    }
}
