import TestKit
import Testing

/// Certificates made for one run: a CA, and servers' certificates for other names.
final class Certificates: Sendable {
    let directory: TemporaryDirectory

    static let shared = Result { try Certificates() }

    private init() throws {
        directory = try TemporaryDirectory()
        let made = shell(
            """
            cd \(directory.path) && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test-ca -keyout ca.key \
              -out ca.pem -addext basicConstraints=critical,CA:TRUE && for name in localhost elsewhere.example; do
              openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=$name -keyout $name.key -out $name.csr &&
              echo subjectAltName=DNS:$name >$name.ext &&
              openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile $name.ext \
                -out $name.pem || exit 1; done
            """)
        #expect(made == 0)
    }
}
