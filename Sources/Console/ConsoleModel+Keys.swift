import Screen

extension ConsoleModel {
    mutating func press(_ key: Key) -> [ConsoleEffect] {
        defer { if key == .enter { lastEnter = now } }
        if notice?.isLasting == false { notice = nil }
        if isTooSmall { return pressUnseen(key) }
        if pairing != nil { return answerPairing(key) }
        if question != nil { return answer(key) }
        if notice != nil, key == .escape || key == .enter {
            if key == .escape || isQuiet { notice = nil }
            return []
        }
        guard let command = command(for: key) else { return type(key) }
        return perform(command)
    }

    /// What a key means here and now.
    func command(for key: Key) -> ConsoleCommand? {
        if page == .signature, !hasPad { return ConsoleKeymap.withoutPad.command(for: key, on: page) }
        return ConsoleKeymap.standard.command(for: key, on: page, typing: isTyping)
    }

    /// What the key bar and the help page have to show of a page's keys.
    func bindings(on page: ConsolePage) -> [ConsoleKeymap.Map.Binding] {
        let all = (hasPad ? ConsoleKeymap.standard : ConsoleKeymap.withoutPad).bindings(on: page)
        return all.filter { binding in
            switch binding.command {
            case .account: merchantGateway != nil
            case .updates: hasUpdates
            default: true
            }
        }
    }

    /// While the page can't be shown only what is safe unseen is done.
    private mutating func pressUnseen(_ key: Key) -> [ConsoleEffect] {
        let command = key == .character("q") ? .quit : command(for: key)
        switch command {
        case .quit? where !isSelling, .interrupt? where !isSelling: return [.quit(status: 0)]
        case .quit?, .interrupt?, .cancel?, .suspend?: return command.map { perform($0) } ?? []
        default: return []
        }
    }

    mutating func perform(_ command: ConsoleCommand) -> [ConsoleEffect] {
        if let refusal = refusal(of: command) {
            notice = .refused(refusal)
            return []
        }
        switch command {
        case .help: return visit(.help)
        case .readers: return visit(.readers)
        case .history: return visit(.history)
        case .reader: return visit(.reader)
        case .account: return ask(for: .showAccount)
        case .updates: return showUpdates()
        case .quit: return quit()
        case .interrupt: return interrupt()
        case .suspend: return [.suspend]
        case .language: return [.loadLanguage(nextLanguage)]
        case .theme: return switchTheme()
        case .lock: return lockNow()
        default: return performOnPage(command)
        }
    }

    private mutating func performOnPage(_ command: ConsoleCommand) -> [ConsoleEffect] {
        switch page {
        case .readers: performOnReaders(command)
        case .connection: performOnConnection(command)
        case .sale: performOnSale(command)
        case .status: performOnStatus(command)
        case .signature: performOnSignature(command)
        case .receipt: performOnReceipt(command)
        case .history: performOnHistory(command)
        case .resolve: performOnResolve(command)
        case .help: performOnHelp(command)
        case .lock: performOnLock(command)
        case .reader: performOnReader(command)
        case .account: performOnAccount(command)
        case .updates: performOnUpdates(command)
        }
    }

    /// A key that is no command is text, where there is a field for it.
    private mutating func type(_ key: Key) -> [ConsoleEffect] {
        switch page {
        case .sale: typeOnSale(key)
        case .history: typeOnHistory(key)
        case .lock: if case .paste = key { notice = .refused(.pasteRefused) }
        case .reader: return typeOnReader(key)
        case .signature: drawOnSignature(key)
        case .account: typeOnAccount(key)
        case .readers, .connection, .status, .receipt, .resolve, .help, .updates: break
        }
        return page == .history && history.queryHasChanged ? loadQuery() : []
    }

    private mutating func quit() -> [ConsoleEffect] {
        guard page == .sale, !sale.isTyped else {
            question = Question(.quit)
            return []
        }
        return [.quit(status: 0)]
    }

    private mutating func interrupt() -> [ConsoleEffect] {
        if isSelling { return perform(.cancel) }
        question = Question(.quit)
        return []
    }

    private mutating func switchTheme() -> [ConsoleEffect] {
        let themes = settings.themes
        guard themes.count > 1 else { return [] }
        let index = themes.firstIndex(of: theme).map { ($0 + 1) % themes.count } ?? 0
        theme = themes[index]
        notice = .theme(theme)
        return [.useTheme(theme)]
    }
}
