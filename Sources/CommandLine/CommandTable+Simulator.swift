extension CommandTable {
    /// What `till-sim` understands.
    public static let simulator = CommandTable(
        "till-sim", options: simulatorOptions,
        commands: [CommandSpec("reader", options: readerOptions), CommandSpec("gateway", delivered: false)],
        runsBare: false)

    private static let simulatorOptions: [OptionSpec] = [
        OptionSpec("locale", .choice(["en", "fr", "it", "es"])),
        OptionSpec("version"),
        OptionSpec("help"),
    ]

    private static let readerOptions: [OptionSpec] = [
        OptionSpec("protocol", .choice(["heft", "datecs"])).obligatory,
        OptionSpec("listen", .text("listen")).obligatory,
        OptionSpec("secret-file", .text("file")),
        OptionSpec("scenario", .text("name")),
        OptionSpec("quirks", .text("list")),
        OptionSpec("pace", .choice(["instant", "human"])),
        OptionSpec("seed", .text("number")),
        OptionSpec("faults", .text("plan")),
        OptionSpec("acquirer", .text("address")),
        OptionSpec("ledger", .text("file")),
    ]
}
