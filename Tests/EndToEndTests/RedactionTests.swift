import TestKit
import Testing

@Suite("card numbers never come out of a command")
struct RedactionTests {
    /// A number of no card, not written out: nothing in this file may look like one.
    private static let number = ["4761", "7390", "0101", "0119"].joined()

    @Test(
        "what was typed in the wrong place is not said again",
        arguments: [
            ["sale", number, "EUR"], ["sale", number, "EUR", "--json"], [number], ["show", number],
            ["show", number, "--json"], ["--config", "/" + number, "readers"], ["history", "--limit", number],
            ["sale", "1", number], ["vault", number], ["decode", "--protocol", "heft", number + "D2512F"],
            ["decode", "--protocol", "datecs", number + "D2512F"],
        ])
    func mistyped(_ arguments: [String]) throws {
        let counter = try Counter()
        let till = try RunningProgram(
            BuiltProgram.path("till"), arguments, environment: counter.environment)
        #expect(try till.waitForExit() != 256 + 5)
        #expect(!(till.output + till.errors).contains(Self.number.dropLast(4)))
        #expect(!till.output.isEmpty || !till.errors.isEmpty)
    }
}
