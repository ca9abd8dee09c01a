import Checkout
import Engine
import Payments
import Terminal

/// Connects the configured reader to hear its serial number, and lets go.
struct ReaderSerial {
    let place: Workplace
    let signals: SignalInbox

    func read() throws(Stop) -> String {
        let reader = try place.reader()
        let loop = CommandLoop(signals: signals)
        let engine = try PaymentCommand.engine(place, reader.address, loop)
        engine.start()
        defer { engine.stop() }
        engine.submit(.connect(uri: reader.uri, address: reader.address))
        while true {
            for message in loop.wait() {
                switch message {
                case .engine(let event):
                    switch event.event {
                    case .connected(let details): return details.serialNumber
                    case .fault(let fault): throw Stop(fault)
                    case .disconnected: throw Stop(.noReader, "not-connected")
                    default: break
                    }
                case .signal: throw Stop(.interrupted, "interrupted")
                case .input: break
                }
            }
        }
    }
}
