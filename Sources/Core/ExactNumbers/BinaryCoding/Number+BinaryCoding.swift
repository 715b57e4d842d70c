/// The encoding of numbers: a byte of flags for the kind of number, then its parts. The exact 12 is
/// 00 0C, −1 ÷ 3 is 03 01 03, and π is 04 01.
extension Number {
    public func write(to writer: inout ByteWriter) {
        switch self {
        case .exact(let value): value.write(to: &writer)
        case .approximation(let value, let origin):
            let kind = NumberKind.approximation | (origin == nil ? 0 : NumberKind.hasOrigin)
            writer.append(kind | (value.isNegative ? NumberKind.negative : 0))
            value.write(to: &writer)
            origin?.write(to: &writer)
        }
    }

    public init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        let kind = try reader.byte()
        guard kind & NumberKind.approximation != 0 else {
            self = .exact(try ExactNumber(kind, from: &reader))
            return
        }
        guard kind <= NumberKind.largest, kind & NumberKind.ofExactNumbers == 0 else {
            throw .invalid
        }
        let interval = try Approximation(
            isNegative: kind & NumberKind.negative != 0, from: &reader)
        var origin: ExactNumber?
        if kind & NumberKind.hasOrigin != 0 {
            origin = try ExactNumber(try reader.byte(), from: &reader)
        }
        self = try Self.checked(interval, from: origin)
    }

    /// Rejects an interval without a known digit, and one that is out of range.
    private static func checked(
        _ interval: Approximation, from origin: ExactNumber?
    ) throws(BinaryDecodingError) -> Number {
        do throws(NumberError) {
            return try inexact(interval, from: origin)
        } catch {
            throw .invalid
        }
    }
}

/// The flags in the first byte of a number.
private enum NumberKind {
    static let negative: UInt8 = 1
    /// A denominator other than 1 follows.
    static let fraction: UInt8 = 2
    static let multipleOfPi: UInt8 = 4
    static let approximation: UInt8 = 8
    /// The exact number that the approximation was computed from follows.
    static let hasOrigin: UInt8 = 16
    /// The numerator or denominator is longer than one word.
    static let large: UInt8 = 32

    static let ofExactNumbers = fraction | multipleOfPi | large
    static let largest = approximation | hasOrigin | negative
}

extension ExactNumber {
    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .rational(let value): value.write(to: &writer, 0)
        case .multipleOfPi(let value): value.write(to: &writer, NumberKind.multipleOfPi)
        }
    }

    fileprivate init(_ kind: UInt8, from reader: inout ByteReader) throws(BinaryDecodingError) {
        guard kind & ~(NumberKind.ofExactNumbers | NumberKind.negative) == 0 else {
            throw .invalid
        }
        let coefficient = try Rational(kind, from: &reader)
        if kind & NumberKind.multipleOfPi == 0 {
            self = .rational(coefficient)
        } else {
            if coefficient.isZero { throw .invalid }
            self = .multipleOfPi(coefficient)
        }
        guard isWithinLimit else { throw .invalid }
    }

    /// No number within the digit limit has more words: a word holds 19 digits.
    fileprivate static let wordsMax = digitsMax / 19 + 1
}

extension Rational {
    fileprivate func write(to writer: inout ByteWriter, _ kind: UInt8) {
        let sign = isNegative ? NumberKind.negative : 0
        let kind = kind | sign | (isWhole ? 0 : NumberKind.fraction)
        if wordCount == 2 {
            writer.append(kind)
            writer.append(number: numerator.magnitude.lowWord)
            if !isWhole { writer.append(number: denominator.lowWord) }
        } else {
            writer.append(kind | NumberKind.large)
            numerator.magnitude.write(to: &writer)
            if !isWhole { denominator.write(to: &writer) }
        }
    }

    /// Decodes a fraction in lowest terms, with a denominator only if it is not 1.
    fileprivate init(_ kind: UInt8, from reader: inout ByteReader) throws(BinaryDecodingError) {
        let isLarge = kind & NumberKind.large != 0
        let magnitude = try reader.natural(isLarge)
        let isNegative = kind & NumberKind.negative != 0
        if isNegative && magnitude.isZero { throw .invalid }
        var denominator = Natural.one
        if kind & NumberKind.fraction != 0 {
            denominator = try reader.natural(isLarge)
            guard !denominator.isZero, !denominator.isOne,
                magnitude.greatestCommonDivisor(denominator).isOne
            else { throw .invalid }
        }
        self.init(lowest: Integer(magnitude, isNegative: isNegative), over: denominator)
        guard isLarge == (wordCount > 2) else { throw .invalid }
    }
}

extension ByteReader {
    /// A numerator or denominator.
    fileprivate mutating func natural(_ isLarge: Bool) throws(BinaryDecodingError) -> Natural {
        isLarge
            ? try Natural(from: &self, wordsMax: ExactNumber.wordsMax) : Natural(try number())
    }
}

extension Approximation {
    fileprivate func write(to writer: inout ByteWriter) {
        digits.magnitude.write(to: &writer)
        writer.append(signed: Int64(exponent))
        writer.append(number: radius)
    }

    /// Decodes an interval that `init(rounding:)` can produce. `radiusMax` is 10⁹ + 1: a radius of nine
    /// digits that is rounded up, and one unit for truncated digits.
    fileprivate init(isNegative: Bool, from reader: inout ByteReader) throws(BinaryDecodingError) {
        let magnitude = try Natural(from: &reader, wordsMax: 4)
        let exponent = try reader.signed()
        let radius = try reader.number(upTo: Self.radiusMax)
        guard magnitude.digitCount <= Self.digitsKept,
            exponent.magnitude <= UInt64(2 * Number.exponentMax)
        else { throw .invalid }
        self.init(
            digits: Integer(magnitude, isNegative: isNegative), exponent: Int(exponent),
            radius: radius)
    }

    private static let radiusMax: UInt64 = 1_000_000_001
}
