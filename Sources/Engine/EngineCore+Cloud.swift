import Checkout
import Crypto
import Gateways
import Payments
import Ports

/// The acquirer's cloud, which is asked about payments that nobody knows the end of.
extension EngineCore {
    /// For name look-up, connection and answer together. *own choice*
    private static let patience = Duration.seconds(30)

    /// The key is used here and nowhere else, and sealed into the request.
    mutating func ask(_ question: CloudQuestion, of reference: TransactionReference) {
        guard let cloud = settings.cloud, let http = ports.http else {
            return take(.cloud(reference, .trouble(.unreachable)))
        }
        guard let key = cloud.key() else { return take(.cloud(reference, .trouble(.keyRefused))) }
        let post = post
        http.send(cloud.gateway.request(for: question, key: key), timeout: Self.patience) {
            post(.cloud(reference, question, $0))
        }
    }

    mutating func cloudSaid(
        _ reference: TransactionReference, _ question: CloudQuestion, _ answer: Result<HTTPAnswer, LinkFault>
    ) {
        let finding: CloudFinding =
            switch answer {
            case .success(let answer): HandpointCloud.read(answer, to: question)
            case .failure: .trouble(.unreachable)
            }
        take(.cloud(reference, finding.masked))
    }
}
