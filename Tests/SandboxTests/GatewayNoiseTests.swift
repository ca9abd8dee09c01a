import Acquirer
import Payments
import Sandbox
import Testing

@Suite("Noise at the gateways' fronts")
struct GatewayNoiseTests {
    private static let redsys = [
        "/sis/rest/trataPeticionREST", "/apl02/services/SerClsWSConsulta", "/getmini/v1/login", "/getmini/v1/firma",
    ]

    /// Some bytes of it are others, and its end may be missing.
    private func noisy(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = Array(bytes.prefix(Int(random.next() % UInt64(bytes.count + 1))))
        for _ in 0..<(random.next() % 4) where !bytes.isEmpty {
            bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
        }
        return bytes
    }

    @Test("whatever comes is answered, and moves no money", arguments: 1...8)
    func noise(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (redsys, opayo) = (try RedsysWorld(), try OpayoWorld())
        try redsys.sell(1410)
        let version = RedsysWorld.version("0")
        let envelope = try RedsysSigner().envelope(
            ["DS_MERCHANT_MERCHANTCODE": "999008881", "DS_MERCHANT_TERMINAL": "1"], order: "0001", .v1)
        let headers = ["SOAPAction": "consultaOperaciones", "X-App-License": "SANDBOX-LICENCE"]
        let command: JSONValue = [
            "method": "openPaymentGateway", "requestId": "r", "targetType": "paymentGatewayOpayo", "version": "1.0",
            "parameters": .object(OpayoWorld.account),
        ]
        for _ in 1...100 {
            for path in Self.redsys {
                let body = path.contains("services") ? RedsysWorld.envelope(version).utf8.map(\.self) : envelope.bytes
                let answer = redsys.post(path, noisy(body, &random), headers)
                #expect([200, 400, 401, 500].contains(answer.status))
            }
            #expect(opayo.send(noisy(command.bytes, &random)).status == 200)
        }
        #expect(redsys.ledger.count == 1 && opayo.ledger.isEmpty)
    }
}
