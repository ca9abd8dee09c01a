import Checkout
import Engine
import Localization
import Payments
import Ports
import Terminal
import Text

/// `till info`: connects, tells what the reader says of itself, and lets go.
struct InfoCommand {
    let place: Workplace
    let signals: SignalInbox

    func run() throws(Stop) -> ExitStatus {
        let reader = try place.reader()
        let loop = CommandLoop(signals: signals)
        let engine = try PaymentCommand.engine(place, reader.address, loop)
        engine.start()
        engine.submit(.connect(uri: reader.uri, address: reader.address))
        let status = wait(loop)
        engine.stop()
        return status
    }

    private func wait(_ loop: CommandLoop) -> ExitStatus {
        while true {
            for message in loop.wait() {
                switch message {
                case .engine(let event):
                    if let status = status(after: event) { return status }
                case .signal: return .interrupted
                case .input: break
                }
            }
        }
    }

    private func status(after event: EngineEvent) -> ExitStatus? {
        switch event.event {
        case .connected(let details):
            tell(details, event)
            return .done
        case .fault(let fault):
            Teller.stop(Stop(fault), place)
            return ExitStatus(fault)
        case .disconnected: return .noReader
        default: return nil
        }
    }

    private func tell(_ details: ReaderDetails, _ event: EngineEvent) {
        guard !place.invocation.json else {
            if let object = place.events.object(event) { Output.json(object) }
            return
        }
        for (name, value) in EventJSON.members(details) {
            guard let value else { continue }
            let key = place.catalogue.text("reader.detail.\(name)")
            Output.line(place.catalogue.text("reader.line", ["name": key, "value": words(value)]))
        }
    }

    private func words(_ value: JSONValue) -> String {
        if let answer = value.boolValue {
            return place.catalogue.text("reader.detail.\(answer ? "isTrue" : "isFalse")")
        }
        return printable(value.stringValue ?? value.text)
    }
}
