import ExactNumbers

/// The encoding of a number being typed: flags together with the number of decimals, the digits, and
/// the digits of the exponent. `12` is 00 0C, `1.5` is 20 0F.
///
/// The number of typed digits follows from these, because leading zeros are not counted.
extension Entry {
    func write(to writer: inout ByteWriter) {
        let high = UInt64(truncatingIfNeeded: digits >> 64)
        var head = UInt64((decimalCount ?? -1) + 1) << EntryFlags.count
        if isNegative { head |= EntryFlags.negative }
        if high != 0 { head |= EntryFlags.large }
        if let exponent {
            head |= EntryFlags.exponent | (exponent.isNegative ? EntryFlags.negativeExponent : 0)
        }
        writer.append(number: head)
        writer.append(number: UInt64(truncatingIfNeeded: digits))
        if high != 0 { writer.append(number: high) }
        if let exponent { writer.append(number: UInt64(exponent.digits)) }
    }

    /// Decodes an entry that a keypad with this limit accepts.
    init(from reader: inout ByteReader, _ limit: EntryLimit) throws(BinaryDecodingError) {
        let head = try reader.number(upTo: Self.headMax)
        let digits = try reader.digits(isLarge: head & EntryFlags.large != 0)
        let decimals = Int(head >> EntryFlags.count)
        self.init(
            digits: digits,
            digitCount: max(decimals - 1, digits == 0 ? 0 : Natural(digits).digitCount),
            decimalCount: decimals == 0 ? nil : decimals - 1,
            isNegative: head & EntryFlags.negative != 0,
            exponent: try Exponent(head, from: &reader))
        guard isWithin(limit) else { throw .invalid }
    }

    /// All flags, and one decimal more than the largest number of digits.
    private static let headMax = UInt64(EngineLimits.entryDigitsMax + 2) << EntryFlags.count - 1

    private func isWithin(_ limit: EntryLimit) -> Bool {
        switch limit {
        case .digits(let most): return digitCount <= most
        case .characters(let most, let pointBelow):
            let hasRoomForPoint = decimalCount == nil || max(1, wholeCount) < pointBelow
            return characterCount <= most && hasRoomForPoint
        }
    }
}

/// The flags of a number being typed. The bits above them are the number of decimals plus one, or 0
/// without a point.
private enum EntryFlags {
    static let negative: UInt64 = 1
    static let exponent: UInt64 = 2
    static let negativeExponent: UInt64 = 4
    /// The digits need more than one word.
    static let large: UInt64 = 8
    static let count: UInt64 = 4
}

extension Entry.Exponent {
    fileprivate init?(_ head: UInt64, from reader: inout ByteReader) throws(BinaryDecodingError) {
        let isNegative = head & EntryFlags.negativeExponent != 0
        guard head & EntryFlags.exponent != 0 else {
            if isNegative { throw .invalid }
            return nil
        }
        let digits = Int(try reader.number(upTo: Self.largest))
        self.init(
            digits: digits, digitCount: digits == 0 ? 0 : Natural(digits).digitCount,
            isNegative: isNegative)
    }

    private static let largest: UInt64 = 9999
}

extension ByteReader {
    fileprivate mutating func digits(isLarge: Bool) throws(BinaryDecodingError) -> UInt128 {
        let low = UInt128(try number())
        if !isLarge { return low }
        let high = try number()
        if high == 0 { throw .invalid }
        return UInt128(high) << 64 | low
    }
}
