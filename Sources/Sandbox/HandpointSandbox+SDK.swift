import Acquirer
import Crypto
import Markup
import Payments
import Time

/// The old service for SDKs: XML with an HMAC, amounts in minor units. 200 is authorised, 403 declined, everything else
/// failed. Source: gateways.md B.4.
extension HandpointSandbox {
    mutating func adjustTipForSDK(
        _ request: SandboxRequest, at now: WallTime, _ mind: inout AcquirerMind
    ) -> SandboxAnswer {
        let proof = HMACSHA256.authenticate(request.body, key: settings.secretDigits)
        guard let sent = request.header("hmac"),
            constantTimeEqual(Array(sent.utf8), Array(Base64.standard.text(proof).utf8))
        else {
            return .xml(401)
        }
        guard let order = TipOrder(request.body) else { return .xml(400) }
        do throws(CloudRefusal) {
            _ = try mind.carryOut(.tip(on: order.originalGUID, order.tip), id: nextGUID(), at: now)
            return .xml(200)
        } catch {
            return .xml(403)
        }
    }
}

/// The body of the call.
private struct TipOrder {
    var originalGUID: String
    var tip: Int64

    init?(_ body: [UInt8]) {
        guard let root = try? MarkupNode.parse(xml: body), root.name == "tipadjustment",
            let guid = root["originalGuid"], !guid.isEmpty, let time = root["timestamp"], Self.isTime(time),
            let tip = root["tipAmount"].flatMap({ MajorAmount.minorUnits($0, exponent: 0) })
        else { return nil }
        originalGUID = guid
        self.tip = tip
    }

    /// `2026-01-03 10:15:30 +0000`, or ISO 8601: the code sends one, its comment speaks of the other. *inferred*
    private static func isTime(_ text: String) -> Bool {
        let shape = text.map { ("0"..."9").contains($0) ? "0" : String($0) }.joined()
        return shape.hasPrefix("0000-00-00 00:00:00 ") || shape.hasPrefix("0000-00-00T00:00:00")
    }
}

extension SandboxAnswer {
    fileprivate static func xml(_ status: Int) -> SandboxAnswer {
        SandboxAnswer(status: status, contentType: "text/xml", body: [])
    }
}
