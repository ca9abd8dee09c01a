/// A text and what of it is hidden so far.
struct MaskedPage {
    private(set) var scalars: [Unicode.Scalar]
    private(set) var signs: [Sign]
    /// What belongs to no number by its form.
    var isApart: [Bool]
    /// What has the form of a digest.
    var isDigest: [Bool]
    /// What goes with the next `commit`; all rules look at the text as it was before.
    private(set) var isHidden: [Bool]

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        signs = scalars.map(Sign.init)
        isApart = Array(repeating: false, count: scalars.count)
        isDigest = isApart
        isHidden = isApart
    }

    var text: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// Nothing is left but white space.
    var allHidden: String {
        String(String.UnicodeScalarView(scalars.map { $0.properties.isWhitespace ? $0 : "*" }))
    }

    /// - Parameter depth: how many encodings may lie around a number.
    mutating func hideNumbers(depth: Int) {
        guard scalars.count >= Masking.lengths.lowerBound / 2 else { return }
        markShapes()
        hidePlainNumbers()
        hideHex(depth: depth)
        guard depth > 0 else { return }
        hideEscaped(depth: depth)
        hideBase64(depth: depth)
    }

    mutating func hide(_ place: Int) { isHidden[place] = true }

    /// Hides what is no separator.
    mutating func hide(_ places: Range<Int>) {
        for place in places where signs[place].kind != .separator && signs[place].kind != .lineBreak { hide(place) }
    }

    /// Puts a `*` for everything that is hidden.
    /// - Returns: whether there is more of them now.
    mutating func commit() -> Bool {
        var changed = false
        for place in scalars.indices where isHidden[place] {
            isHidden[place] = false
            if scalars[place] == "*" { continue }
            scalars[place] = "*"
            signs[place] = .hidden
            changed = true
        }
        return changed
    }
}

// MARK: Numbers as they are written

extension MaskedPage {
    /// Hides the digits of card numbers and what follows them on a track.
    mutating func hidePlainNumbers() {
        var index = 0
        while index < scalars.count {
            guard signs[index].kind == .digit, !isApart[index] else {
                index += 1
                continue
            }
            let run = DigitRun(in: self, from: index)
            for number in run.cardNumbers(in: self) { hideNumber(number) }
            index = run.end
        }
    }

    private mutating func hideNumber(_ places: ArraySlice<Int>) {
        for place in places.dropLast(Masking.shown) { hide(place) }
        if let last = places.last { hideTrack(after: last + 1) }
    }

    /// Track 2 goes on after `=` or, in hex, `D` and a digit; track 1 after `^` with the holder's name.
    private mutating func hideTrack(after start: Int) {
        guard let mark = next(from: start) else { return }
        switch scalars[mark] {
        case "=": hideRest(from: mark + 1, limit: Masking.track2Rest) { $0.kind == .digit || $1 == "=" }
        case "D", "d":
            guard let next = next(from: mark + 1), signs[next].kind == .digit else { return }
            hideRest(from: next, limit: Masking.track2Rest) { sign, _ in sign.kind == .digit }
        case "^": hideRest(from: mark + 1, limit: Masking.track1Rest) { $0.kind != .lineBreak && $1 != "?" }
        default: break
        }
    }

    /// The next place but for two separators.
    private func next(from start: Int) -> Int? {
        var place = start
        while place < scalars.count, place < start + 2, isBetween(place) { place += 1 }
        return place < scalars.count ? place : nil
    }

    private mutating func hideRest(from start: Int, limit: Int, while belongs: (Sign, Unicode.Scalar) -> Bool) {
        var (place, count, gap) = (start, 0, 0)
        while place < scalars.count, count < limit, gap <= 1 {
            if belongs(signs[place], scalars[place]) {
                hide(place)
                count += 1
                gap = 0
            } else if isBetween(place) {
                gap += 1
            } else {
                return
            }
            place += 1
        }
    }

    private func isBetween(_ place: Int) -> Bool {
        signs[place].kind == .separator || signs[place].kind == .nothing
    }
}
