import Glibc
import TestKit
import Testing

@Suite("journeys of a cashier")
struct JourneyTests {
    private static let folder = "Tests/JourneyTests/Journeys"

    static let files: [String] = Repository.files(in: folder).filter { $0.hasSuffix(".journey") }

    @Test("a journey goes as its file says", arguments: files)
    func journey(file: String) throws {
        _ = try JourneyRunner(try Journey(Repository.text("\(Self.folder)/\(file)")), name: file)
    }

    @Test("there are journeys")
    func some() { #expect(Self.files.count >= 15) }

    @Test(
        "a line that means nothing is an error with its number",
        arguments: [
            "jump", "press Nothing", "see this", "wait long", "resize to wide", "see \"\"", "reader: broken",
            "size: 80", "language: la",
        ])
    func unknownWords(line: String) {
        let error = #expect(throws: JourneyError.self) { try Journey("# A comment\n\(line)\nsee \"x\"") }
        #expect(error?.line == 2)
    }

    @Test("settings come before the first step")
    func lateSetting() {
        let error = #expect(throws: JourneyError.self) { try Journey("see \"x\"\nlanguage: fr") }
        #expect(error?.line == 2)
    }

    @Test("a journey that looks at nothing is none")
    func blind() {
        #expect(throws: JourneyError.self) { try Journey("press Enter\nledger: nothing") }
    }

    @Test("a file says all that it can say")
    func everything() throws {
        let journey = try Journey(
            "pace: human\n\npress Shift-F9\npaste \"1\\n\"\nwait 2s\nsee \"a  b\"\nledger: nothing")
        #expect(journey.pace == .human)
        #expect(
            journey.steps.map(\.step) == [
                .press(.shiftFunction(9)), .paste("1\n"), .wait(.seconds(2)), .see("a b"), .ledger([]),
            ])
    }
}
