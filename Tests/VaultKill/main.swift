import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())

switch (arguments.first, arguments.count) {
case ("child", 3):
    guard let first = Int(arguments[2]) else { exit(usage()) }
    exit(Writer(path: arguments[1]).run(from: first))
case ("run", 3...4):
    guard let kills = Int(arguments[2]), arguments.count == 3 || arguments[3] == "--real-cost" else { exit(usage()) }
    var run = KillRun(path: arguments[1], isRealCost: arguments.count == 4)
    exit(run.run(kills: kills))
default:
    exit(usage())
}

private func usage() -> Int32 {
    print("vault-kill run PATH COUNT [--real-cost]")
    print("vault-kill child PATH FIRST")
    return 2
}
