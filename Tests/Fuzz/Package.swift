// swift-tools-version: 6.2
import PackageDescription

// Fuzzers of everything that reads bytes from outside. Build and run one:
//
//     swift build -c release --sanitize=fuzzer --product fuzz-deframer
//     SWIFT_BACKTRACE=enable=no .build/release/fuzz-deframer -max_total_time=60 /tmp/found Corpus/fuzz-deframer
//
// Without the variable Swift's own crash handler keeps the fuzzer from writing the failing input down.
// `swift test` of the package above runs the same entries over the corpus.

func fuzzer(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: "TillFuzz", package: "till")],
        swiftSettings: [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
    name: "till-fuzz",
    dependencies: [.package(name: "till", path: "../..")],
    targets: [
        fuzzer("fuzz-deframer"), fuzzer("fuzz-packets"), fuzzer("fuzz-datecs-deframer"), fuzzer("fuzz-datecs-packets"),
        fuzzer("fuzz-vault"), fuzzer("fuzz-vault-bytes"),
    ],
    swiftLanguageModes: [.v6]
)
