import Checkout
import Networking
import Payments
import Settings

/// The configuration file: `config.yaml`, every key optional.
struct Configuration {
    /// The reader used without `--reader`: a URI, or a name from `readers`.
    var reader: String?
    /// Names for URIs.
    var readers: [(name: String, uri: String)] = []
    var currency: String?
    var locale: String?
    var theme: String?
    var secretFile: String?
    var ca: String?
    var demoIsInstant = false
    var hostLink = HostLinkSettings()
    /// By host, the keys its certificate must have.
    var pins: [String: PublicKeyPin] = [:]
    /// Which of Redsys' environments; nil where there is but one.
    var environment: String?
    /// What a drawn signature is handed in as.
    var signatureFormat = SignatureFormat.gif
    /// Payment gateways by name.
    var gateways: [(name: String, url: String)] = []
    /// For which of the merchant's contracts payments are, unless the command line says so.
    var merchantAuth: [MerchantCredential] = []
    /// What the merchant's acquirer does not offer.
    var acquirerLacks: Set<AcquirerOffer> = []
    /// The file with the key to the acquirer's cloud, where the credential file does not hold it.
    var apiKeyFile: String?
    /// After how many minutes without a key the console locks; 0 for never.
    var lockMinutes: Int?
    /// After how many minutes a payment is undone that was authorised and that nobody decided about; 0 for never.
    var reverseAfterMinutes = 10
    /// For how many hours `vault unlock` leaves the key with the kernel.
    var keyringHours: Int?

    struct HostLinkSettings {
        var allow: [String] = []
        var plain: [String] = []
        var tls: [String] = []
    }

    init() {}

    init(yaml: [UInt8], file: String) throws(SettingsError) {
        let root = try SettingsNode(yaml: yaml, file: file)
        try root.allowKeys([
            "reader", "readers", "currency", "locale", "theme", "secretFile", "ca", "demo", "hostLink", "lock",
            "tlsPins", "gateways", "apiKeyFile", "merchantAuth", "acquirerLacks", "resolve",
            "signatureFormat", "environment",
        ])
        reader = try root["reader"]?.text()
        currency = try root["currency"]?.text()
        locale = try root["locale"]?.text()
        theme = try root["theme"]?.text()
        secretFile = try root["secretFile"]?.text()
        ca = try root["ca"]?.text()
        apiKeyFile = try root["apiKeyFile"]?.text()
        for entry in try root["readers"]?.entries() ?? [] {
            readers.append((entry.key, try entry.value.text()))
        }
        if let demo = root["demo"] { try readDemo(demo) }
        if let hosts = root["hostLink"] { try readHosts(hosts) }
        if let lock = root["lock"] { try readLock(lock) }
        if let merchants = root["merchantAuth"] { try readMerchants(merchants) }
        if let resolve = root["resolve"] { try readResolve(resolve) }
        if let lacks = root["acquirerLacks"] { try readLacks(lacks) }
        environment = try root["environment"]?.choice(of: RedsysEnvironment.self).rawValue
        if let node = root["signatureFormat"] { signatureFormat = try node.choice(of: ImageKind.self).format }
        for entry in try root["tlsPins"]?.entries() ?? [] {
            guard let pin = PublicKeyPin(try entry.value.text()) else {
                throw entry.value.error(.badValue(expected: Self.pinForm))
            }
            pins[entry.key.lowercased()] = pin
        }
        for entry in try root["gateways"]?.entries() ?? [] {
            gateways.append((entry.key, try entry.value.text()))
        }
    }

    private mutating func readMerchants(_ node: SettingsNode) throws(SettingsError) {
        for item in try node.list() {
            guard let credential = MerchantCredential(try item.text()) else {
                throw item.error(.badValue(expected: "ACQUIRER:MID:TID"))
            }
            merchantAuth.append(credential)
        }
    }

    private mutating func readResolve(_ node: SettingsNode) throws(SettingsError) {
        try node.allowKeys(["reverseAfter"])
        reverseAfterMinutes = try node["reverseAfter"]?.integer(in: 0...10_080) ?? reverseAfterMinutes
    }

    /// What a console does by itself with payments that nobody knows the end of.
    var inquiryRule: InquiryRule {
        InquiryRule(
            isAutomatic: true, decideWithin: reverseAfterMinutes == 0 ? nil : .seconds(60 * reverseAfterMinutes))
    }

    private mutating func readLacks(_ node: SettingsNode) throws(SettingsError) {
        for item in try node.list() { acquirerLacks.insert(try item.choice(of: AcquirerOffer.self)) }
    }

    private static let pinForm = "sha256//BASE64="

    private mutating func readLock(_ node: SettingsNode) throws(SettingsError) {
        try node.allowKeys(["after", "keyring"])
        lockMinutes = try node["after"]?.integer(in: 0...1440)
        keyringHours = try node["keyring"]?.integer(in: 1...168)
    }

    private mutating func readDemo(_ node: SettingsNode) throws(SettingsError) {
        try node.allowKeys(["pace"])
        demoIsInstant = try node["pace"]?.choice(of: Pace.self) == .instant
    }

    /// Development, integration, pre-production, production. Source: row R1.
    private enum RedsysEnvironment: String, CaseIterable { case des, int, ccal, real }

    private enum ImageKind: String, CaseIterable {
        case bmp, jpg, tif, gif

        var format: SignatureFormat {
            switch self {
            case .bmp: .bmp
            case .jpg: .jpg
            case .tif: .tif
            case .gif: .gif
            }
        }
    }

    private enum Pace: String, CaseIterable { case instant, human }

    private mutating func readHosts(_ node: SettingsNode) throws(SettingsError) {
        try node.allowKeys(["allow", "plain", "tls"])
        hostLink.allow = try Self.texts(node["allow"])
        hostLink.plain = try Self.texts(node["plain"])
        hostLink.tls = try Self.texts(node["tls"])
    }

    private static func texts(_ node: SettingsNode?) throws(SettingsError) -> [String] {
        var texts: [String] = []
        for item in try node?.list() ?? [] { texts.append(try item.text()) }
        return texts
    }
}
