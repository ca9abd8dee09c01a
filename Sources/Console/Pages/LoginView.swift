import Localization
import Screen
import Text

/// The fields of a login; of what is secret as many dots as were typed.
struct LoginView {
    let model: ConsoleModel
    let form: LoginForm
    private static let fieldsTop = 2
    private static let labelWidth = 28
    private static let fieldWidth = 44

    func draw(in canvas: inout Canvas) {
        canvas.write(model.text("account.prompt"), x: 0, y: 0, width: canvas.width, .leading, .instruction)
        for (index, field) in form.fields.enumerated() { draw(field, y: Self.fieldsTop + index, in: &canvas) }
        var y = Self.fieldsTop + form.fields.count + 1
        for (text, role) in hints {
            let room = Rect(x: 0, y: y, width: canvas.width, height: max(0, canvas.height - y))
            y += canvas.write(wrapped: text, in: room, role)
        }
    }

    private func draw(_ field: LoginForm.Field, y: Int, in canvas: inout Canvas) {
        let isHere = field == form.field
        canvas.field(label(field), "", y: y, labelWidth: Self.labelWidth)
        if case .secret = field, isHere {
            return SecretField(typed: form.lengths[field] ?? 0).draw(x: Self.labelWidth, y: y, in: &canvas)
        }
        let value = value(field, canvas.characters)
        canvas.write(
            " \(value)", x: Self.labelWidth, y: y, width: Self.fieldWidth, .leading, isHere ? .focus : .text)
        if isHere { canvas.placeCursor(x: Self.labelWidth + 1 + cellWidth(of: value), y: y) }
    }

    private func label(_ field: LoginForm.Field) -> String {
        switch field {
        case .user: model.text("account.user")
        case .merchantID: model.text("account.merchantID")
        case .clientID: model.text("account.clientID")
        case .secret(.licence): model.text("account.licence")
        case .secret(.password): model.text("account.password")
        case .secret(.operatorPIN): model.text("account.operatorPIN")
        case .server: model.catalogue.text("account.field.server")
        }
    }

    private func value(_ field: LoginForm.Field, _ characters: Canvas.Characters) -> String {
        switch field {
        case .user, .merchantID, .clientID: return form.text(field)
        case .secret:
            let dot = characters == .ascii ? "*" : "•"
            return String(repeating: dot, count: min(form.lengths[field] ?? 0, SecretField.width - 3))
        case .server: return "‹ \(model.text("account.server.\(form.isProduction ? "production" : "demo")")) ›"
        }
    }

    /// What Enter does, and who looks on.
    private var hints: [(String, Role)] {
        var hints: [(String, Role)] = [(model.text("account.hint"), .dim)]
        if form.field == .secret(.operatorPIN) { hints.append((model.text("account.pinHint"), .dim)) }
        if form.field == .server { hints.append((model.text("account.serverHint"), .dim)) }
        if form.secret != nil, let recorder = model.settings.recorder {
            hints.append((model.catalogue.text("vault.recorded", ["program": printable(recorder)]), .warning))
        }
        return hints
    }
}

extension ConsoleModel {
    /// A login is being typed, or its terminal chosen.
    var isFillingIn: Bool { account.form != nil || !account.terminals.isEmpty }
}
