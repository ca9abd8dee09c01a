import Crypto
public import Gateways
public import Ports

/// Asks the acquirer's cloud what moves no money, without an engine.
extension CloudAccess {
    /// For name look-up, connection and answer together. *own choice*
    public static let patience = Duration.seconds(30)

    /// - Parameter deliver: called once, from any thread, with every digit masked that could be a card's.
    public func ask(
        _ question: CloudQuestion, over http: any HTTPSender, deliver: @escaping @Sendable (CloudFinding) -> Void
    ) {
        guard let key = key() else { return deliver(.trouble(.keyRefused)) }
        guard let request = gateway.request(for: question, key: key) else { return deliver(.trouble(.unreachable)) }
        http.send(request, timeout: Self.patience) { answer in
            switch answer {
            case .success(let answer): deliver(HandpointCloud.read(answer, to: question).masked)
            case .failure: deliver(.trouble(.unreachable))
            }
        }
    }

    /// - Parameter deliver: called once, from any thread. What it says of a batch is as it came.
    public func ask(
        _ call: BackOfficeCall, over http: any HTTPSender, deliver: @escaping @Sendable (BackOfficeAnswer) -> Void
    ) {
        guard let key = key() else { return deliver(.trouble(.keyRefused)) }
        http.send(gateway.request(for: call, key: key), timeout: Self.patience) { answer in
            switch answer {
            case .success(let answer): deliver(HandpointCloud.read(answer, to: call))
            case .failure: deliver(.trouble(.unreachable))
            }
        }
    }
}
