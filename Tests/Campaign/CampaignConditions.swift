import Acquirer
import Doubles
import Payments
import Sandbox
import Simulator

/// What a stretch of payments has in common: one reader, one acquirer, one cloud.
struct CampaignConditions {
    let wireProtocol: ReaderAddress.WireProtocol
    var seed: UInt64
    var scenario: Scenario
    var quirks: Set<Quirk>
    var pinpadQuirks: Set<PinpadQuirk> = []
    var gatewayFaults: GatewayFaults
    var unknownReference: HandpointSettings.UnknownReference
    var timeForm: HandpointSettings.TimeForm

    /// Those that don't lie about money: a reader that says another amount is not believed, and never gets further.
    private static let quirks: [Quirk] = [
        .oldFirmware, .recoverFailed, .oldResultNext, .idleAnswer, .fourDigitCurrency, .forgetful,
    ]

    /// Those with which payments can be made. *own choice*
    private static let pinpadQuirks: [PinpadQuirk] = [
        .splitRequest, .lateComplete, .logsTests, .silentScreen, .eventsFirst, .zeroRecords, .shortNumbers,
    ]

    init(_ random: inout SeededGenerator, on wireProtocol: ReaderAddress.WireProtocol) {
        self.wireProtocol = wireProtocol
        seed = UInt64.random(in: 1...UInt64.max / 2, using: &random)
        scenario =
            [Scenario.default, .default, .quiet, .demoMerchant, .triggers].randomElement(using: &random) ?? .quiet
        quirks = Set(Self.quirks.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
        let rates: [Double] = [0, 0.1, 0.4]
        let rate = rates.randomElement(using: &random) ?? 0
        gatewayFaults = rate == 0 ? .none : GatewayFaults(random: seed, rate: rate)
        unknownReference = Bool.random(using: &random) ? .notFound : .undefined
        timeForm = Bool.random(using: &random) ? .stamp : .milliseconds
        guard wireProtocol == .datecs else { return }
        pinpadQuirks = Set(Self.pinpadQuirks.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
    }
}

/// What goes wrong with one payment, by kind.
package enum CampaignFault: String, Hashable, Sendable, CaseIterable {
    case cable, flippedByte, droppedByte, doubledByte, lateByte, lostAnswer, power, fullDisk, outage
}
