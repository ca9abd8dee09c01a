import Checkout
import Crypto
import Gateways
import Payments
import Ports

/// The acquirer's cloud, which is asked about payments that nobody knows the end of.
extension EngineCore {
    /// The key is used here and nowhere else, and sealed into the request.
    /// - Parameter secret: what only this question takes.
    mutating func ask(_ question: CloudQuestion, of reference: TransactionReference, with secret: Secret?) {
        guard let cloud = settings.cloud, let http = ports.http else {
            return take(.cloud(reference, .trouble(.unreachable)))
        }
        guard let key = cloud.key(), secret != nil || !question.takesReaderSecret else {
            return take(.cloud(reference, .trouble(.keyRefused)))
        }
        guard let request = cloud.gateway.request(for: question, key: key, secret: secret) else {
            return take(.cloud(reference, .trouble(.unreachable)))
        }
        let post = post
        http.send(request, timeout: CloudAccess.patience) {
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

extension CloudQuestion {
    /// It proves itself by the reader's secret.
    var takesReaderSecret: Bool { if case .oldTip = self { true } else { false } }
}
