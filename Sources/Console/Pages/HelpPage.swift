import Screen

/// The keys of a page, and those of every page.
struct HelpPage: Hashable {
    var scroll = Scroll()
}

extension ConsoleModel {
    /// The page that help is about.
    var helpedPage: ConsolePage { way.last ?? .sale }

    mutating func performOnHelp(_ command: ConsoleCommand) -> [ConsoleEffect] {
        if command == .back || command == .go { return goBack() }
        help.scroll.move(command, lines: bindings(on: helpedPage).count, window: HelpView.window(size))
        return []
    }
}
