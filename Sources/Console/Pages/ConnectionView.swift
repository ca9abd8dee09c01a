import Checkout
import Localization
import Payments
import Screen
import Text
import Time

/// The steps of a connection as they tick off, then what the reader says of itself.
struct ConnectionView {
    let model: ConsoleModel

    private enum Step: String {
        case waiting, running, done, failed

        func symbol(_ characters: Canvas.Characters) -> String {
            switch self {
            case .waiting: characters == .ascii ? "." : "·"
            case .running: characters == .ascii ? ">" : "›"
            case .done: characters == .ascii ? "+" : "✓"
            case .failed: characters == .ascii ? "x" : "✗"
            }
        }

        var role: Role {
            switch self {
            case .waiting: .dim
            case .running: .title
            case .done: .text
            case .failed: .fault
            }
        }
    }

    func draw(in canvas: inout Canvas) {
        canvas.write(model.readerName, x: 0, y: 1, width: canvas.width, .leading, .title)
        for (index, line) in steps.enumerated() {
            canvas.write(line.step.symbol(canvas.characters), x: 1, y: 3 + index, line.step.role)
            canvas.write(
                "\(model.text("connection.\(line.name)"))  \(line.note)", x: 4, y: 3 + index,
                width: canvas.width - 4, .leading, line.step.role)
        }
        canvas.placeCursor(x: 1, y: 3 + max(0, steps.lastIndex { $0.step != .waiting } ?? 0))
        if let details = model.snapshot.connection.reader?.details { drawDetails(details, in: &canvas) }
        canvas.write(next, x: 0, y: canvas.height - 2, width: canvas.width, .leading, .instruction)
    }

    private var next: String {
        switch model.snapshot.connection {
        case .none: model.connection.startedAt == nil ? model.text("connection.failed") : ""
        case .connecting, .fetching: ""
        case .ready, .selling, .serving: model.text("connection.ready")
        case .stuck: model.text("connection.stuck")
        case .lost(_, let again):
            again.isRestart ? model.catalogue.text("service.restarting") : model.text("connection.lost")
        }
    }

    private var steps: [(name: String, step: Step, note: String)] {
        let progress = self.progress
        let secret = model.connection.secret
        let secretStep: Step = secret == .proven ? .done : secret == .refused ? .failed : .waiting
        let secrecy = [("secret", secretStep, model.text("connection.secrecy.\(secret.rawValue)"))]
        return [("link", progress.link, elapsed), ("initialise", progress.initialise, "")]
            + (model.readerProtocol.hasSecret ? secrecy : []) + [("pending", progress.pending, "")]
    }

    private var progress: (link: Step, initialise: Step, pending: Step) {
        switch model.snapshot.connection {
        case .none where model.connection.startedAt != nil: (.running, .waiting, .waiting)
        case .lost(_, let again) where again.isRestart: (.running, .waiting, .waiting)
        case .none, .lost: failed
        case .connecting: (.running, .running, .waiting)
        case .fetching: (.done, .done, .running)
        case .ready, .selling, .serving: (.done, .done, .done)
        case .stuck: (.done, .done, .failed)
        }
    }

    /// A reader that answered at all had a link.
    private var failed: (link: Step, initialise: Step, pending: Step) {
        guard let fault = model.connection.fault else { return (.waiting, .waiting, .waiting) }
        return fault.kind == .reader ? (.done, .failed, .waiting) : (.failed, .waiting, .waiting)
    }

    private var elapsed: String { model.connection.startedAt.map { clockText(model.now - $0) } ?? "" }

    private func drawDetails(_ details: ReaderDetails, in canvas: inout Canvas) {
        for (index, (name, value)) in details.fields.enumerated() {
            canvas.field(
                model.text("connection.detail.\(name)"), Masking.mask(value), y: 8 + index, labelWidth: 30)
        }
    }
}

extension ConsoleModel {
    /// What the reader is called: the name it was found by, else its address.
    var readerName: String {
        let uri = snapshot.connection.uri
        let known = ([connection.reader].compactMap(\.self) + readers.found).first { uri == nil || $0.uri == uri }
        return known?.name ?? uri ?? ""
    }
}

extension ConsoleModel {
    /// What the reader speaks that is connected, or being connected.
    var readerProtocol: ReaderAddress.WireProtocol {
        switch snapshot.connection {
        case .none: connection.reader?.address.wireProtocol ?? .heft
        case .connecting(let target, _), .lost(let target, _): target.address.wireProtocol
        case .fetching(let reader, _), .ready(let reader), .stuck(let reader, _), .selling(let reader, _),
            .serving(let reader, _):
            reader.details.wireProtocol
        }
    }
}

extension ReaderDetails {
    /// What a reader says of itself, by the catalogue's keys under `connection.detail.`; what it doesn't say is left out.
    var fields: [(name: String, value: String)] {
        let own: [(String, String)] =
            switch wireProtocol {
            case .heft:
                [
                    ("key", String(publicKeyVersion)), ("parameters", String(emvParameterVersion)),
                    ("model", "\(manufacturerCode)/\(modelCode)"),
                ]
            case .datecs: [("terminal", terminalID ?? ""), ("currency", currency ?? "")]
            }
        let all: [(String, String)] =
            [
                ("serial", serialNumber), ("application", applicationName), ("version", applicationVersion),
                ("battery", battery ?? ""),
            ] + own
        return all.filter { !$0.1.isEmpty }
    }
}
