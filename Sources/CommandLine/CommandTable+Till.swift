extension CommandTable {
    /// What `till` understands.
    public static let till = CommandTable("till", options: tillOptions, commands: tillCommands, runsBare: true)

    private static let tillOptions: [OptionSpec] = [
        OptionSpec("json"),
        OptionSpec("config", .text("file")),
        OptionSpec("data-dir", .text("folder")),
        OptionSpec("share-dir", .text("folder")),
        OptionSpec("locale", .choice(["en", "fr", "it", "es"])),
        OptionSpec("theme", .text("name")),
        OptionSpec("color", .choice(["auto", "always", "never"])),
        OptionSpec("plain").later,
        OptionSpec("no-mouse"),
        OptionSpec("trace", .text("file")),
        OptionSpec("secret-file", .text("file")),
        OptionSpec("tls-pin", .text("pin")).repeatable,
        OptionSpec("gateway", .text("gateway")).repeatable,
        OptionSpec("api-key-file", .text("file")),
        OptionSpec("environment", .choice(["demo", "des", "int", "ccal", "real"])).later(["stage", "production"]),
        OptionSpec("ca", .text("file")),
        OptionSpec("verbose").later,
        OptionSpec("version"),
        OptionSpec("help"),
    ]

    private static let reader = OptionSpec("reader", .text("reader"))

    private static let tillCommands: [CommandSpec] =
        [
            CommandSpec("demo"),
            CommandSpec(
                "sale", [.init("amount"), .init("currency")], options: saleOptions, replacesFirstArgument: "minor"),
            CommandSpec(
                "refund", [.init("amount"), .init("currency")],
                options: paymentOptions + [OptionSpec("of", .text("id")), OptionSpec("without-reader"), merchantAuth],
                replacesFirstArgument: "minor"),
            CommandSpec("tokenize", options: signIn + [reader, OptionSpec("reference", .text("text"))]),
            CommandSpec("reverse", [.init("id")], options: reversalOptions),
            CommandSpec("reverse-refund", [.init("id")], options: reversalOptions),
            CommandSpec(
                "preauth", [.init("amount"), .init("currency")], options: paymentOptions,
                replacesFirstArgument: "minor"),
            CommandSpec("capture", [.init("id")], options: followingOptions),
            CommandSpec("release", [.init("id")], options: followingOptions),
            CommandSpec(
                "advance", [.init("amount"), .init("currency")], options: paymentOptions,
                replacesFirstArgument: "minor"),
            CommandSpec(
                "loyalty", [.init("loyaltyAction"), .init("points", optional: true)],
                options: signIn + [
                    reader, OptionSpec("reference", .text("text")), OptionSpec("despite-unknown", .text("id")),
                ]),
            CommandSpec("account", [.init("accountAction")], options: accountOptions),
            CommandSpec(
                "tms", [.init("updateType")], options: signIn + [reader, OptionSpec("reader-serial", .text("text"))]),
            CommandSpec("test-connection", options: signIn + [reader]),
            CommandSpec("end-of-day", options: signIn + [reader]),
            CommandSpec("clock", options: signIn + [reader, OptionSpec("set")]),
            CommandSpec("keys", options: signIn + [reader]),
            CommandSpec("menu", options: signIn + [reader]),
            CommandSpec(
                "tip", [.init("id"), .init("amount")], options: signIn + [OptionSpec("old-service")]),
            CommandSpec(
                "moto", [.init("moto"), .init("amountOrID"), .init("currency", optional: true)],
                options: signIn + [
                    OptionSpec("of", .text("id")), OptionSpec("token-file", .text("file")),
                    OptionSpec("reference", .text("text")), OptionSpec("despite-unknown", .text("id")),
                ]),
            CommandSpec("status", [.init("id")]),
            CommandSpec(
                "batch", [.init("batchAction")],
                options: signIn + [
                    OptionSpec("batch", .number(1...999_999_999)), OptionSpec("reader-serial", .text("text")),
                    OptionSpec("device-type", .text("name")),
                ]),
            CommandSpec("token", [.init("id")], options: signIn + [OptionSpec("show")]),
            CommandSpec(
                "readers",
                options: [OptionSpec("timeout", .number(1...3600)), OptionSpec("all"), OptionSpec("drop-current")]),
            CommandSpec(
                "pair", [.init("address")],
                options: signIn + [
                    OptionSpec("reader-pin-file", .text("file")), OptionSpec("timeout", .number(1...3600)),
                    OptionSpec("yes"),
                ]),
            CommandSpec("unpair", [.init("address")], options: signIn),
            CommandSpec("info", options: [reader]),
            CommandSpec("pending", options: signIn + [reader]),
            CommandSpec("update", options: signIn + [reader]),
            CommandSpec("log", [.init("log"), .init("level", optional: true)], options: signIn + [reader]),
            CommandSpec(
                "scan",
                options: signIn + [
                    reader, OptionSpec("single"), OptionSpec("buttonless"), scanTimeout,
                ]),
            CommandSpec("cancel"),
            CommandSpec(
                "history", options: [OptionSpec("limit", .number(1...1_000_000)), OptionSpec("query", .text("text"))]),
            CommandSpec("show", [.init("id")]),
            CommandSpec("receipt", [.init("id")], options: receiptOptions),
            CommandSpec("export", options: exportOptions),
            CommandSpec(
                "decode", [.init("hex", optional: true)],
                options: [OptionSpec("protocol", .choice(["heft", "datecs"])).later(["emv", "dol"]).obligatory]),
            CommandSpec(
                "vault", [.init("action"), .init("name", optional: true)],
                options: signIn + [
                    passphraseFile, OptionSpec("new-passphrase-file", .text("file")),
                    OptionSpec("for", .number(1...168)),
                ]),
            CommandSpec(
                "operator", [.init("what"), .init("name", optional: true)],
                options: signIn + [
                    passphraseFile, OptionSpec("role", .choice(["cashier", "supervisor", "technician", "trainer"])),
                    OptionSpec("new-pin-file", .text("file")), OptionSpec("limit", .number(1...1_000_000)),
                ]),
            CommandSpec(
                "resolve", [.init("id")], options: signIn + [reader, OptionSpec("keep"), OptionSpec("reverse")]),
            CommandSpec("recover", options: signIn + [reader, OptionSpec("keep")]),
            CommandSpec("doctor"),
            CommandSpec("certify"),
            CommandSpec("journal", [.init("verify")]),
            CommandSpec(
                "support-bundle", [.init("file")],
                options: signIn + [passphraseFile, OptionSpec("yes"), OptionSpec("include", .text("file")).repeatable]),
            CommandSpec("help", [.init("command", optional: true)]),
        ]
        + [
            "pay", "return", "report", "reconcile", "inspect", "lessons", "completion",
        ].map { CommandSpec($0, delivered: false) }

    /// In seconds; a scanner takes no longer ones. Source: heft.md 5.6.
    private static let scanTimeout = OptionSpec("timeout", .number(1...65535))

    private static let passphraseFile = OptionSpec("passphrase-file", .text("file"))

    /// Who does it, where there are operators.
    private static let signIn = [
        OptionSpec("operator", .text("name")), OptionSpec("pin-file", .text("file")),
        OptionSpec("supervisor", .text("name")), OptionSpec("supervisor-pin-file", .text("file")),
    ]

    /// What every operation on a reader takes.
    private static let paymentOptions: [OptionSpec] =
        signIn + [
            reader, OptionSpec("reference", .text("text")), OptionSpec("minor", .text("minor")),
            OptionSpec("signature", .choice(["accept", "decline", "ask"])), OptionSpec("despite-unknown", .text("id")),
        ]

    private static let reversalOptions: [OptionSpec] =
        followingOptions + [OptionSpec("without-reader")]

    private static let followingOptions: [OptionSpec] = paymentOptions.filter { $0.name != "minor" }

    private static let merchantAuth = OptionSpec("merchant-auth", .text("merchant")).repeatable

    private static let saleOptions: [OptionSpec] =
        paymentOptions + [
            OptionSpec("tokenize"), OptionSpec("budget-months", .number(1...99)),
            OptionSpec("tip", .text("amount")), OptionSpec("cashback", .text("amount")),
            merchantAuth,
            OptionSpec("partial", .choice(["accept", "reverse", "ask"])),
            OptionSpec("referral-code", .text("text")), OptionSpec("invoice", .text("text")),
            OptionSpec("email", .text("text")), OptionSpec("phone", .text("text")), OptionSpec("holder", .text("text")),
        ]

    private static let accountOptions: [OptionSpec] =
        signIn + [
            OptionSpec("user", .text("name")), OptionSpec("merchant-id", .text("text")),
            OptionSpec("client-id", .text("text")), OptionSpec("terminal", .text("text")),
            OptionSpec("password-file", .text("file")), OptionSpec("licence-file", .text("file")),
            OptionSpec("operator-pin-file", .text("file")), OptionSpec("server", .choice(["demo", "production"])),
        ]

    private static let exportOptions: [OptionSpec] = [
        OptionSpec("format", .choice(["json"])).later(["csv"]).obligatory,
        OptionSpec("from", .text("date")), OptionSpec("to", .text("date")),
    ]

    private static let receiptOptions: [OptionSpec] = [
        OptionSpec("copy", .choice(["customer", "merchant"])),
        OptionSpec("format", .choice(["text", "html"])),
        OptionSpec("width", .choice(["32", "42", "48"])),
        OptionSpec("print").later,
    ]
}
