extension CommandTable {
    /// What `till-sim` understands.
    public static let simulator = CommandTable(
        "till-sim", options: simulatorOptions,
        commands: [
            CommandSpec("reader", options: readerOptions), CommandSpec("gateway", options: gatewayOptions),
        ],
        runsBare: false)

    private static let simulatorOptions: [OptionSpec] = [
        OptionSpec("version"),
        OptionSpec("help"),
    ]

    private static let readerOptions: [OptionSpec] = [
        OptionSpec("protocol", .choice(["heft", "datecs"])),
        OptionSpec("listen", .text("listen")).obligatory,
        OptionSpec("secret-file", .text("file")),
        OptionSpec("scenario", .text("name")),
        OptionSpec("quirks", .text("list")),
        OptionSpec("serial", .text("number")),
        OptionSpec("currency", .text("currency")),
        OptionSpec("pace", .choice(["instant", "human"])),
        OptionSpec("seed", .text("number")),
        OptionSpec("signature-timeout", .number(1...3600)),
        OptionSpec("faults", .text("plan")),
        OptionSpec("acquirer", .text("address")),
        OptionSpec("ledger", .text("file")),
    ]

    private static let gatewayOptions: [OptionSpec] = [
        OptionSpec("listen", .text("listen")).obligatory,
        OptionSpec("acquirer", .text("address")),
        OptionSpec("tls", .text("pair")),
        OptionSpec("scenario", .text("name")),
        OptionSpec("ledger", .text("file")),
        OptionSpec("faults", .text("plan")),
        OptionSpec("api-key-file", .text("file")),
    ]
}
