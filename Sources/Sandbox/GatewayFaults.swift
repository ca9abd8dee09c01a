import Acquirer

/// What goes wrong with answers, and when: each scripted fault happens once, at a request counted from 1; random ones
/// follow from a seed. Each gateway counts its own requests. But for `conflict`, what was asked for is done all the same.
public struct GatewayFaults: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The answer never comes.
        case drop
        case serverError = "error-500"
        /// A page for people, with status 200.
        case html
        /// The second half of the body is missing.
        case half
        /// The answer comes after 70 s.
        case late
        /// Status 409, and nothing was done.
        case conflict = "409"
        case wrongCurrency = "wrong-currency"
        /// Another merchant's transaction.
        case foreign
    }

    public struct Fault: Hashable, Sendable {
        public var kind: Kind
        /// Of the request; the first is 1.
        public var number: Int

        public init(_ kind: Kind, at number: Int) {
            self.kind = kind
            self.number = number
        }
    }

    /// [own choice: longer than the 60 s that clients wait]
    static let lateness = Duration.seconds(70)

    private var faults: [Fault]
    private var random: SplitMix64?
    private var rate = 0.0
    private var count = 0

    public init(_ faults: [Fault] = []) { self.faults = faults }

    /// - Parameter rate: of all requests, from 0 to 1.
    public init(random seed: UInt64, rate: Double) {
        faults = []
        random = SplitMix64(seed: seed)
        self.rate = rate
    }

    public static let none = GatewayFaults()

    /// Reads `drop=3,error-500=2`; nil for anything else.
    public init?(_ text: String) {
        self.init()
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard sides.count == 2, let kind = Kind(rawValue: sides[0]), let number = Int(sides[1]), number > 0 else {
                return nil
            }
            faults.append(Fault(kind, at: number))
        }
    }

    /// Counts a request.
    /// - Returns: what goes wrong with it.
    mutating func next() -> Kind? {
        count += 1
        if let index = faults.firstIndex(where: { $0.number == count }) { return faults.remove(at: index).kind }
        guard var random else { return nil }
        defer { self.random = random }
        guard Double.random(in: 0..<1, using: &random) < rate else { return nil }
        return Kind.allCases.randomElement(using: &random)
    }
}
