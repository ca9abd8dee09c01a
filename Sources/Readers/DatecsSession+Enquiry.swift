import Datecs
import EMV
import Payments
import Time

/// Asks what a service wants to know, one question after the other.
extension DatecsSession {
    mutating func enquire(_ enquiry: DatecsEnquiry) -> [ReaderEffect] {
        var enquiry = enquiry
        guard let question = enquiry.next() else {
            phase = .ready
            return [.event(.served(enquiry.result))]
        }
        phase = .enquiring(enquiry)
        ask(question)
        return []
    }

    mutating func enquiryAnswered(
        _ enquiry: DatecsEnquiry, _ command: Command, _ reply: Reply, at now: Uptime
    ) -> [ReaderEffect] {
        var enquiry = enquiry
        enquiry.take(reply, to: command, at: now)
        return enquire(enquiry)
    }
}
