import Threads

/// Runs of machines, one after the other. Two lanes go side by side: an emulated processor keeps one of the host's busy.
final class MachineLane: Sendable {
    static let sales = MachineLane()
    static let others = MachineLane()

    private let last = Locked<Task<MachineRun, Never>?>(nil)

    /// The run begins when those before it have ended; whoever waits for it holds no thread.
    func run(_ words: [String]) -> Task<MachineRun, Never> {
        last.withLock { last in
            let before = last
            let run = Task {
                _ = await before?.value
                return await withCheckedContinuation { done in
                    if !startThread({ done.resume(returning: MachineRun(words)) }) {
                        done.resume(returning: MachineRun(failure: "no thread is left"))
                    }
                }
            }
            last = run
            return run
        }
    }
}
