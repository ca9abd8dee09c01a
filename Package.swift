// swift-tools-version: 6.2
import PackageDescription

// The architecture of till, as code. Sources/README.md draws the same graph and explains it.

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Tests drive whole shops through these modules: unoptimised, most of their time would go into generic code. Set by the
/// Makefile, because a package that others use may not have such flags.
let optimised: [SwiftSetting] =
    Context.environment["TILL_OPTIMISED_DEBUG"] == nil ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// - Parameter except: files in its folder that are no sources.
func module(_ name: String, except: [String] = [], _ dependencies: String...) -> Target {
    .target(
        name: name, dependencies: dependencies.map { .byName(name: $0) }, exclude: except,
        swiftSettings: strict + optimised)
}

func program(_ name: String, _ dependencies: String...) -> Target {
    .executableTarget(name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: strict)
}

/// - Parameter data: folders of files that tests read where they stand.
func tests(_ name: String, data: [String] = [], _ dependencies: String...) -> Target {
    .testTarget(
        name: name, dependencies: dependencies.map { .byName(name: $0) }, path: "Tests/\(name)", exclude: data,
        swiftSettings: strict)
}

/// A C library that is linked at start.
func linked(_ name: String, pkgConfig: String? = nil, package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// C code of ours: what Swift can't say, or a library opened on first use. Its functions have hidden visibility.
func clang(_ name: String, path: String? = nil) -> Target {
    .target(name: name, path: path)
}

let floor: [Target] = [
    module("Wire"),
    module("Time"),
    module("Text"),
    module("Threads", "CPosix"),
    module("Crypto", "CSodium", "COpenSSL"),
    module("Files", "Time", "CPosix"),
    module("Markup", "CXML2"),
    module("Settings", "CYAML", "CEmbed"),
]

let codecs: [Target] = [
    module("EMV", "Wire"),
    module("Heft", "Wire", "Time", "Markup"),
    module("Datecs", "EMV", "Wire", "Time"),
]

let vocabulary: [Target] = [
    module("Payments", "Time"),
    module("Receipts", "Payments", "Markup", "Localization", "Text", "Time"),
]

let boundary: [Target] = [
    module("Ports", "Payments", "Crypto", "Time"),
    module("Gateways", "Ports", "Payments", "Markup", "Crypto", "Time"),
]

let rules: [Target] = [
    module("Readers", "Heft", "Datecs", "EMV", "Payments", "Markup", "Wire", "Time", "Crypto"),
    module("Checkout", "Readers", "Gateways", "Payments", "Time", "Text"),
]

let inspection: [Target] = [
    module("Captures", "Wire"),
    module("Inspector", "Heft", "Datecs", "EMV", "Markup", "Wire", "Time", "Text"),
]

let presentation: [Target] = [
    module("Localization", "Settings", "Payments", "Text", "Time"),
    module("CommandLine", "Localization", "Text"),
    module("Screen", "Settings", "Text"),
    module("Console", "Screen", "Localization", "Checkout", "Gateways", "Receipts", "Payments", "Time", "Text"),
]

let otherSide: [Target] = [
    module("Acquirer", "Ports", "Payments", "Crypto", "Time", "Threads"),
    module(
        "Simulator", "Acquirer", "Ports", "Heft", "Datecs", "EMV", "Payments", "Markup", "Wire", "Time", "Crypto",
        "Threads"),
    module(
        "Sandbox", "Acquirer", "Ports", "Payments", "Markup", "Time", "Text", "Crypto", "Threads", "CMicroHTTPD"),
]

let adapters: [Target] = [
    module("Transports", "Ports", "Payments", "Time", "Threads", "CPosix"),
    module(
        "Bluetooth", "Ports", "Payments", "Crypto", "Files", "Text", "Time", "Threads", "CSystemd", "CBluetooth",
        "CPosix"),
    module("Networking", "Ports", "Crypto", "Threads", "CCurl"),
    module("Journals", "Ports", "Payments", "Time", "Crypto", "Threads", "Files", "CSQLite"),
    module("Vault", except: ["README.md"], "Ports", "Payments", "Crypto", "Files", "Threads", "Time", "CPosix"),
    module("Archives", "Time", "CArchive"),
    module("Imaging", "Payments", "CGD"),
    module(
        "Tracing", "Ports", "Payments", "Captures", "Heft", "Datecs", "EMV", "Wire", "Time", "Text", "Crypto", "Threads"
    ),
]

let effects: [Target] = [
    module("Engine", "Ports", "Checkout", "Readers", "Gateways", "Payments", "Time", "Text", "Crypto", "Threads"),
    module("Terminal", "Screen", "Text", "CNcurses", "CPosix", "Threads"),
    module(
        "Certification", "Engine", "Checkout", "Readers", "Gateways", "Simulator", "Sandbox", "Acquirer", "Heft",
        "Ports",
        "Payments", "Crypto", "Threads", "Time"),
]

let programs: [Target] = [
    program(
        "till", "Engine", "Certification", "Terminal", "Console", "CommandLine", "Localization", "Settings", "Receipts",
        "Inspector",
        "Transports", "Bluetooth", "Networking", "Journals", "Archives", "Imaging", "Tracing", "Captures", "Simulator",
        "Sandbox",
        "Acquirer",
        "Checkout",
        "Readers", "Gateways", "Ports", "Payments", "Heft", "Markup", "Wire", "Crypto", "Vault", "Files", "Screen",
        "Text", "Time",
        "Threads",
        "CPosix"),
    program(
        "till-sim", "Simulator", "Sandbox", "Acquirer", "Transports", "Bluetooth", "CommandLine", "Localization",
        "Settings",
        "Ports",
        "Payments", "Crypto", "Time", "Threads"),
]

/// Small programs that show how the libraries are used; CI builds them.
let examples: [Target] = [
    .executableTarget(
        name: "example-sale",
        dependencies: [
            "Engine", "Transports", "Networking", "Journals", "Checkout", "Readers", "Ports", "Payments", "Crypto",
            "Threads",
        ],
        path: "Examples/minimal-sale", swiftSettings: strict)
]

let measuring: [Target] = [
    program(
        "till-bench", "Vault", "Wire", "Console", "Checkout", "Engine", "Simulator", "Acquirer", "Transports", "Crypto",
        "Readers",
        "Screen",
        "Localization", "Heft", "Datecs", "Journals", "Ports", "Payments", "Time", "Threads", "CSQLite", "CBenchLimit"),
    clang("CBenchLimit"),
]

let libraries: [Target] = [
    clang("CPosix"),
    clang("CEmbed"),
    clang("CXML2"),
    clang("CCurl"),
    clang("CArchive"),
    clang("CGD"),
    clang("CMicroHTTPD"),
    clang("COpenSSL"),
    clang("CSystemd"),
    clang("CBluetooth"),
    linked("CNcurses", package: "libncursesw5-dev"),
    linked("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
    linked("CSodium", pkgConfig: "libsodium", package: "libsodium-dev"),
    linked("CYAML", pkgConfig: "yaml-0.1", package: "libyaml-dev"),
]

let testing: [Target] = [
    .target(
        name: "TestKit",
        dependencies: [
            "Doubles", "Acquirer", "Ports", "Payments", "Heft", "Wire", "Time", "Threads", "Crypto", "Screen",
            "Localization",
            "Settings", "CPty", "CVterm",
        ],
        path: "Tests/TestKit", swiftSettings: strict),
    .target(
        name: "Campaign",
        dependencies: [
            "Doubles", "Engine", "Checkout", "Readers", "Gateways", "Simulator", "Sandbox", "Acquirer", "Journals",
            "Ports",
            "Payments", "Crypto", "Threads", "Time", "Transports",
        ], path: "Tests/Campaign", swiftSettings: strict),
    .executableTarget(
        name: "till-campaign", dependencies: ["Campaign", "Payments"], path: "Tests/CampaignRunner",
        swiftSettings: strict),
    tests("CampaignTests", "Campaign", "Checkout", "Payments"),
    .target(
        name: "Doubles", dependencies: ["Acquirer", "Ports", "Payments", "Time", "Threads"], path: "Tests/Doubles",
        swiftSettings: strict),
    .target(
        name: "FuzzEntries",
        dependencies: ["Heft", "Datecs", "Wire", "Inspector", "Vault", "Files", "Crypto", "Ports", "Time"],
        path: "Tests/FuzzEntries", swiftSettings: strict),
    clang("CPty", path: "Tests/CPty"),
    .systemLibrary(
        name: "CVterm", path: "Tests/CVterm", pkgConfig: "vterm", providers: [.apt(["libvterm-dev"])]),
    tests("FloorTests", "TestKit", "Wire", "Time", "Text", "Threads", "Crypto", "Markup", "Settings"),
    tests("HeftTests", data: ["Golden"], "TestKit", "FuzzEntries", "Heft", "Markup", "Wire", "Time"),
    tests("EMVTests", "TestKit", "EMV", "Wire"),
    tests("DatecsTests", data: ["Golden"], "TestKit", "Datecs", "EMV", "Wire", "Time"),
    tests("PaymentsTests", "TestKit", "Payments", "Time"),
    tests(
        "InspectionTests", "TestKit", "Doubles", "Inspector", "Captures", "Tracing", "Ports", "Payments", "Heft",
        "Datecs", "EMV",
        "Markup", "Wire", "Time", "Crypto", "Threads"),
    tests(
        "SimulatorTests", data: ["Golden"], "TestKit", "Simulator", "Acquirer", "Ports", "Payments", "Heft", "Datecs",
        "EMV", "Wire", "Markup", "Time", "Crypto", "Threads", "till-sim"),
    tests(
        "SandboxTests", data: ["Golden"], "TestKit", "Sandbox", "Simulator", "Acquirer", "Ports", "Payments", "Markup",
        "Time", "Crypto", "Threads", "till-sim"),
    tests(
        "AdaptersTests", "TestKit", "Transports", "Networking", "Journals", "Archives", "Imaging", "Files", "Ports",
        "Payments",
        "Time",
        "Threads",
        "Crypto", "CSQLite"),
    tests(
        "BluetoothTests", data: ["Recorded"], "TestKit", "Doubles", "Bluetooth", "CSystemd", "CBluetooth", "Ports",
        "Payments",
        "Crypto", "Text",
        "Time", "Threads"),
    tests("BluetoothMachineTests", "TestKit", "Doubles", "Payments", "Threads", "till", "till-sim", "radio-probe"),
    .executableTarget(
        name: "radio-probe", dependencies: ["Transports", "Bluetooth", "Ports", "Payments", "Threads"],
        path: "Tests/RadioProbe", swiftSettings: strict),
    tests("ScreenTests", data: ["Golden"], "TestKit", "Screen", "Localization", "Settings", "Payments", "Text", "Time"),
    tests("TerminalTests", "TestKit", "Terminal", "Screen", "terminal-probe"),
    .executableTarget(
        name: "terminal-probe", dependencies: ["Terminal", "Screen"], path: "Tests/TerminalProbe",
        swiftSettings: strict),
    tests("CommandLineTests", "TestKit", "CommandLine", "Localization", "Text"),
    tests(
        "ReadersTests", "TestKit", "Doubles", "Readers", "Heft", "Datecs", "EMV", "Markup", "Payments", "Wire", "Time",
        "Crypto"),
    tests("GatewaysTests", data: ["Golden"], "TestKit", "Gateways", "Ports", "Payments", "Crypto", "Time"),
    tests("CheckoutTests", data: ["Golden"], "TestKit", "Checkout", "Readers", "Gateways", "Payments", "Time"),
    tests(
        "ConsoleTests", data: ["Pictures"], "TestKit", "Console", "Terminal", "Screen", "Localization", "Settings",
        "Checkout",
        "Readers", "Gateways", "Receipts", "Payments", "Time", "Text"),
    tests(
        "EngineTests", "TestKit", "Engine", "Checkout", "Readers", "Gateways", "Simulator", "Sandbox", "Acquirer",
        "Ports",
        "Payments", "Time", "Crypto", "Threads"),
    tests("CertificationTests", "Certification", "Engine", "Checkout", "Payments", "Time"),
    tests(
        "JourneyTests", data: ["Journeys"], "TestKit", "Console", "Screen", "Localization", "Settings", "Engine",
        "Gateways", "Sandbox",
        "Checkout", "Readers",
        "Simulator", "Acquirer", "Journals", "Receipts", "Ports", "Payments", "Time", "Crypto", "Threads", "Heft"),
    tests(
        "EndToEndTests", "TestKit", "Payments", "Captures", "Wire", "Vault", "Crypto", "Transports", "till", "till-sim"),
    tests(
        "VaultTests", data: ["Golden"], "TestKit", "Vault", "Payments", "Files", "Crypto", "Ports", "Time", "vault-kill"
    ),
    .executableTarget(
        name: "vault-kill", dependencies: ["Vault", "Crypto", "Transports", "Ports", "Time"], path: "Tests/VaultKill",
        swiftSettings: strict),
]

let package = Package(
    name: "till",
    products: [
        .executable(name: "till", targets: ["till"]),
        .executable(name: "till-sim", targets: ["till-sim"]),
        .library(name: "TillFuzz", targets: ["FuzzEntries"]),
        .library(
            name: "TillEngine",
            targets: [
                "Engine", "Transports", "Networking", "Journals", "Checkout", "Readers", "Ports", "Payments", "Crypto",
                "Time", "Threads",
            ]),
    ],
    targets: floor + codecs + vocabulary + boundary + rules + inspection + presentation + otherSide + adapters
        + effects + programs + examples + measuring + libraries + testing,
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x
)
