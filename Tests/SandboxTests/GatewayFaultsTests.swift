import Sandbox
import Testing

@Suite("Plans of what goes wrong with answers")
struct GatewayFaultsTests {
    @Test("a plan is read from text")
    func text() {
        typealias Fault = GatewayFaults.Fault
        let plan = GatewayFaults("drop=3,error-500=2,html=4,half=5,late=6,409=1,wrong-currency=7,foreign=8")
        let faults = [
            Fault(.drop, at: 3), Fault(.serverError, at: 2), Fault(.html, at: 4), Fault(.half, at: 5),
            Fault(.late, at: 6), Fault(.conflict, at: 1), Fault(.wrongCurrency, at: 7), Fault(.foreign, at: 8),
        ]
        #expect(plan == GatewayFaults(faults))
    }

    @Test(
        "what is no plan is none",
        arguments: ["", "drop", "drop=", "drop=0", "drop=-1", "lost=1", "drop=1,", "drop=1=2"])
    func noPlan(text: String) {
        #expect(GatewayFaults(text) == nil)
    }
}
