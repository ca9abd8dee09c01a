import Acquirer
import Time

/// Where a payer says yes or no, in place of a bank's page. *own choice*
extension HiPaySandbox {
    mutating func challenge(
        _ reference: String, _ request: SandboxRequest, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(HiPayError) -> SandboxAnswer {
        guard var order = orders[reference], order.pending == .payer else { return .nothingHere }
        guard request.method == "POST" else { return Self.page(Self.question) }
        switch try HiPayForm(request).text("answer") {
        case "yes":
            order.isAuthenticated = true
            try decide(&order, at: now, &mind)
        case "no":
            (order.pending, order.updated) = (nil, now)
            (order.status, order.reason) = (.authenticationFailed, .authenticationFailed)
        default: throw .invalid("answer")
        }
        remember(order, mind)
        return Self.page("<p>Thank you. You may go back to the shop.</p>")
    }

    private static let question =
        "<form method=\"post\"><p>Is it you who pays?</p><button name=\"answer\" value=\"yes\">Yes</button> "
        + "<button name=\"answer\" value=\"no\">No</button></form>"

    private static func page(_ content: String) -> SandboxAnswer {
        let text =
            "<!DOCTYPE html><html lang=\"en\"><head><title>Sandbox bank</title></head><body>\(content)</body></html>"
        return SandboxAnswer(status: 200, contentType: "text/html;charset=utf-8", body: Array(text.utf8))
    }
}
