import Localization
import Payments
import Screen
import Text
import Time

/// The merchant's account, and what is typed to log in to it.
struct AccountView {
    let model: ConsoleModel
    /// How many terminals are seen at once.
    static let terminalRows = 12
    private static let labelWidth = 28

    func draw(in canvas: inout Canvas) {
        drawHead(in: &canvas)
        let room = Rect(x: 0, y: 2, width: canvas.width, height: canvas.height - 2)
        canvas.within(room) { canvas in
            if let form = model.account.form {
                LoginView(model: model, form: form).draw(in: &canvas)
            } else if !model.account.terminals.isEmpty {
                drawTerminals(in: &canvas)
            } else {
                drawAccount(in: &canvas)
            }
        }
    }

    private func drawHead(in canvas: inout Canvas) {
        guard let gateway = model.merchantGateway else { return }
        let environment = printable(model.settings.gatewayEnvironment)
        let name = model.catalogue.text("account.gateway.\(gateway.rawValue)")
        let half = canvas.width * 2 / 3
        canvas.write(
            environment.isEmpty ? name : "\(name) · \(environment)", x: 0, y: 0, width: half, .leading, .title)
        canvas.write(state, x: half, y: 0, width: canvas.width - half, .trailing, .text)
        canvas.placeCursor(x: 0, y: 0)
    }

    private var state: String {
        guard let work = model.account.work else { return "" }
        return "\(model.text("account.work.\(work.kind.rawValue)"))  \(clockText(model.now - work.startedAt))"
    }

    private func drawAccount(in canvas: inout Canvas) {
        var y = 0
        for (label, value) in fields where !value.isEmpty {
            canvas.field(label, printable(value), y: y, labelWidth: Self.labelWidth)
            y += 1
        }
        y += y == 0 ? 0 : 1
        for (text, role) in sentences {
            let room = Rect(x: 0, y: y, width: canvas.width, height: canvas.height - y)
            y += canvas.write(wrapped: text, in: room, role)
        }
    }

    private var fields: [(String, String)] {
        guard let facts = model.account.facts else { return [] }
        let own = [
            ("name", facts.name), ("number", facts.number), ("terminal", facts.terminal),
            ("currency", facts.currency?.alpha ?? ""), ("server", facts.server),
            ("updatedReaders", facts.updates.map(\.serialNumber).joined(separator: " ")),
        ].map { (model.catalogue.text("account.field.\($0.0)"), $0.1) }
        let told = (model.account.information ?? []).map { line in
            (model.catalogue.text("account.field.\(line.name)"), line.value)
        }
        return own + kept(facts) + told
    }

    /// What the credential file holds of it, and never what it is.
    private func kept(_ facts: AccountFacts) -> [(String, String)] {
        let zone = model.settings.secondsFromUTC
        let since = facts.loggedIn.map { model.catalogue.dateTime(CivilTime($0, secondsFromUTC: zone)) } ?? ""
        return [
            (model.text("account.since"), since),
            (model.text("account.password"), model.text("account.passwordState.\(facts.password.rawValue)")),
            (model.text("account.licence"), facts.hasLicence ? model.text("account.kept") : ""),
            (model.text("account.operatorPIN"), facts.hasOperatorPIN ? model.text("account.kept") : ""),
        ]
    }

    /// What is wrong, then what there is to do.
    private var sentences: [(String, Role)] {
        let account = model.account
        let trouble = account.trouble.map { model.catalogue.words(for: $0).map { ($0, Role.warning) } } ?? []
        guard account.isRead else { return [(model.text("account.reading"), .dim)] }
        guard account.facts != nil else {
            return trouble + (account.work == nil ? [(model.text("account.none"), .instruction)] : [])
        }
        let isAsking = account.information == nil && account.work == nil
        return trouble + (isAsking ? [(model.text("account.asking"), .dim)] : [])
    }

    private func drawTerminals(in canvas: inout Canvas) {
        canvas.write(model.text("account.whichTerminal"), x: 0, y: 0, width: canvas.width, .leading, .instruction)
        let names = model.account.terminals
        guard let chosen = model.account.selection.index(in: names) else { return }
        let rows = Selection<String>.window(around: chosen, of: names.count, height: Self.terminalRows)
        for index in rows {
            let mark = index == chosen ? "› " : "  "
            let y = 2 + index - rows.lowerBound
            canvas.write(
                mark + printable(names[index]), x: 0, y: y, width: canvas.width, .leading,
                index == chosen ? .focus : .text)
            if index == chosen { canvas.placeCursor(x: 0, y: y) }
        }
    }
}
