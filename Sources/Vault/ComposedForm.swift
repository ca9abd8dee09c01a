@_spi(_Unicode) import Swift

/// Unicode's normalization form C, as the standard library has it.
func composedForm(of text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text._nfc { scalars.append(scalar) }
    return String(scalars)
}
