import ExactNumbers

/// A number being typed, in the binary form: what is there of it and how many decimals it has, its
/// digits, and the digits of its exponent. `12` is 00 00 0C, `1.5` is 10 00 0F.
///
/// How many digits were typed follows from that: a zero in front is none of them.
extension Entry {
    func write(to writer: inout ByteWriter) {
        let decimals = decimalCount.map { UInt64($0) + 1 } ?? 0
        var head = decimals << 3 | (isNegative ? 1 : 0)
        if let exponent { head |= exponent.isNegative ? 6 : 2 }
        writer.append(number: head)
        Natural(digits).write(to: &writer)
        if let exponent { writer.append(number: UInt64(exponent.digits)) }
    }

    /// An entry that a keypad with this limit lets one type.
    init(from reader: inout ByteReader, _ limit: EntryLimit) throws(FormError) {
        let head = try reader.number(upTo: Self.headMax)
        let magnitude = try Natural(from: &reader, wordsMax: 2)
        let decimalCount = head >> 3 == 0 ? nil : Int(head >> 3) - 1
        self.init(
            digits: magnitude.asDigits,
            digitCount: max(decimalCount ?? 0, magnitude.isZero ? 0 : magnitude.digitCount),
            decimalCount: decimalCount,
            isNegative: head & 1 != 0,
            exponent: try Exponent(head, from: &reader))
        guard isWithin(limit) else { throw .invalid }
    }

    /// All flags, and one decimal more than there can be digits.
    private static let headMax = UInt64(EngineLimits.entryDigitsMax + 1) << 3 | 7

    private func isWithin(_ limit: EntryLimit) -> Bool {
        switch limit {
        case .digits(let most): return digitCount <= most
        case .characters(let most, let pointBelow):
            let hasRoomForPoint = decimalCount == nil || max(1, wholeCount) < pointBelow
            return characterCount <= most && hasRoomForPoint
        }
    }
}

extension Entry.Exponent {
    fileprivate init?(_ head: UInt64, from reader: inout ByteReader) throws(FormError) {
        guard head & 2 != 0 else {
            if head & 4 != 0 { throw .invalid }
            return nil
        }
        let digits = Int(try reader.number(upTo: Self.largest))
        self.init(
            digits: digits, digitCount: digits == 0 ? 0 : Natural(digits).digitCount,
            isNegative: head & 4 != 0)
    }

    private static let largest: UInt64 = 9999
}

extension Natural {
    /// The number, which has two words at most.
    fileprivate var asDigits: UInt128 {
        var digits: UInt128 = 0
        for word in words.reversed() { digits = digits << 64 | UInt128(word) }
        return digits
    }
}
