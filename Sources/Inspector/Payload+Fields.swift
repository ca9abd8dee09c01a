import Heft
import Time

extension InitialiseRequest {
    var fields: [DecodedField] {
        let parts = [clock.year, clock.month, clock.day, clock.hour, clock.minute, clock.second]
        let digits = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }
        let day = digits[..<3].joined(separator: "-")
        return [DecodedField("clock", "\(day) \(digits[3...].joined(separator: ":"))")] + (xml?.fields ?? [])
    }
}

extension InitialiseAnswer {
    var fields: [DecodedField] {
        [
            DecodedField("bufferSize", bufferSize),
            DecodedField("serialNumber", serialNumber),
            DecodedField("publicKeyVersion", publicKeyVersion),
            DecodedField("emvParamVersion", emvParameterVersion),
            DecodedField("generalParamVersion", generalParameterVersion),
            DecodedField("manufacturerCode", manufacturerCode),
            DecodedField("modelCode", modelCode),
            DecodedField("applicationName", text: applicationName),
            DecodedField("applicationVersion", "\(applicationMajor).\(applicationMinor)"),
        ] + xml.fields
    }
}

extension FinanceRequest {
    var fields: [DecodedField] {
        [
            DecodedField("currency", currency), DecodedField("amount", amount),
            DecodedField("cardPresent", cardPresent),
        ] + (transactionID.map { [DecodedField("transactionId", text: $0)] } ?? []) + (xml?.fields ?? [])
    }
}

extension FinanceAnswer {
    var fields: [DecodedField] {
        [
            DecodedField("financialResult", result.rawValue),
            DecodedField("isRestarting", isRestarting),
            DecodedField("authorisedAmount", authorisedAmount),
            DecodedField("transactionId", text: transactionID),
            DecodedField("merchantReceipt", text: merchantReceipt),
            DecodedField("customerReceipt", text: customerReceipt),
        ] + xml.fields
    }
}

extension HostConnect {
    var fields: [DecodedField] {
        [
            DecodedField("address", text: address), DecodedField("port", port),
            DecodedField("timeoutSeconds", timeoutSeconds),
        ]
    }
}

extension HostSend {
    var fields: [DecodedField] {
        [DecodedField("timeoutSeconds", timeoutSeconds), DecodedField("data", lengthOf: data)]
    }
}

extension HostReceive {
    var fields: [DecodedField] {
        [DecodedField("length", length), DecodedField("timeoutSeconds", timeoutSeconds)]
    }
}

extension HostPost {
    var fields: [DecodedField] {
        [
            DecodedField("port", port), DecodedField("backupPort", backupPort),
            DecodedField("timeoutSeconds", timeoutSeconds), DecodedField("host", text: host),
            DecodedField("backupHost", text: backupHost), DecodedField("data", lengthOf: data),
        ]
    }
}
