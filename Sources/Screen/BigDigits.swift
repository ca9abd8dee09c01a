/// Digits three cells wide: three rows of half blocks, or five of `#` in ASCII.
public enum BigDigits {
    /// How many rows a number takes.
    public static func height(_ characters: Canvas.Characters) -> Int {
        characters == .ascii ? 5 : 3
    }

    /// How many columns a number takes; characters without a picture count as a space.
    public static func width(of number: String) -> Int {
        max(0, number.reduce(0) { $0 + picture($1).width + 1 } - 1)
    }

    /// The rows of a number.
    static func rows(_ number: String, _ characters: Canvas.Characters) -> [String] {
        let pictures = number.map(picture)
        return (0..<height(characters)).map { row in
            pictures.map { $0.row(row, characters) }.joined(separator: " ")
        }
    }

    /// Five rows of pixels, the leftmost in the highest of `width` bits.
    private struct Picture {
        let width: Int
        let pixels: [UInt8]

        func row(_ row: Int, _ characters: Canvas.Characters) -> String {
            String(
                (0..<width).map { column in
                    switch characters {
                    case .ascii: isSet(column, row) ? "#" : " "
                    case .unicode:
                        switch (isSet(column, row * 2), isSet(column, row * 2 + 1)) {
                        case (true, true): "█"
                        case (true, false): "▀"
                        case (false, true): "▄"
                        case (false, false): " "
                        }
                    }
                })
        }

        private func isSet(_ column: Int, _ row: Int) -> Bool {
            row < pixels.count && pixels[row] >> UInt8(width - 1 - column) & 1 == 1
        }
    }

    private static func picture(_ character: Character) -> Picture {
        if let pixels = digits[character] { return Picture(width: 3, pixels: pixels) }
        switch character {
        case ".": return Picture(width: 1, pixels: [0, 0, 0, 0, 1])
        case ",": return Picture(width: 2, pixels: [0, 0, 0, 1, 2])
        default: return Picture(width: 1, pixels: [0, 0, 0, 0, 0])
        }
    }

    private static let digits: [Character: [UInt8]] = [
        "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7],
        "4": [5, 5, 7, 1, 1], "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 1, 2, 2],
        "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7], "-": [0, 0, 7, 0, 0],
    ]
}

extension Canvas {
    /// Writes a number in big digits, its top left corner at `x`, `y`.
    public mutating func write(big number: String, x: Int, y: Int, _ role: Role = .amount) {
        for (index, row) in BigDigits.rows(number, characters).enumerated() { write(row, x: x, y: y + index, role) }
    }
}
