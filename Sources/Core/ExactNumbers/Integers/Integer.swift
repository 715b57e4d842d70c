/// A whole number with a sign. Zero is never negative, so that equal numbers have equal
/// representations.
public struct Integer: Equatable, Sendable {
    public let magnitude: Natural
    public let isNegative: Bool

    public static let zero = Integer(.zero)
    public static let one = Integer(.one)

    public init(_ magnitude: Natural, isNegative: Bool = false) {
        self.magnitude = magnitude
        self.isNegative = isNegative && !magnitude.isZero
    }

    public init(_ value: Int) {
        self.init(Natural(UInt128(value.magnitude)), isNegative: value < 0)
    }

    public var isZero: Bool { magnitude.isZero }
    public var isEven: Bool { magnitude.isEven }

    /// The number as an `Int`, or nil if its magnitude is above 2³¹ − 1, the largest `Int` in a browser.
    public var asInt: Int? {
        guard let value = magnitude.asInt else { return nil }
        return isNegative ? -value : value
    }
}

extension Integer {
    public static prefix func - (number: Integer) -> Integer {
        Integer(number.magnitude, isNegative: !number.isNegative)
    }

    public static func + (left: Integer, right: Integer) -> Integer {
        if left.isNegative == right.isNegative {
            return Integer(left.magnitude + right.magnitude, isNegative: left.isNegative)
        }
        if left.magnitude < right.magnitude {
            return Integer(right.magnitude - left.magnitude, isNegative: right.isNegative)
        }
        return Integer(left.magnitude - right.magnitude, isNegative: left.isNegative)
    }

    public static func - (left: Integer, right: Integer) -> Integer { left + -right }

    public static func * (left: Integer, right: Integer) -> Integer {
        Integer(
            left.magnitude * right.magnitude, isNegative: left.isNegative != right.isNegative)
    }

    public static func * (left: Integer, right: Natural) -> Integer {
        Integer(left.magnitude * right, isNegative: left.isNegative)
    }

    /// The quotient rounded toward zero: −7 ÷ 2 is −3.
    public static func / (left: Integer, right: Natural) -> Integer {
        Integer(left.magnitude / right, isNegative: left.isNegative)
    }

    /// The quotient rounded to the nearest whole number, halves away from zero.
    func roundedQuotient(dividingBy divisor: Natural) -> Integer {
        Integer(magnitude.roundedQuotient(dividingBy: divisor), isNegative: isNegative)
    }

    /// The quotient rounded away from zero: 7 ÷ 3 is 3, −7 ÷ 3 is −3.
    func quotientRoundedAway(dividingBy divisor: Natural) -> Integer {
        Integer(magnitude.quotientRoundedUp(dividingBy: divisor), isNegative: isNegative)
    }

    /// The quotient rounded down: −7 ÷ 2 is −4.
    func quotientRoundedDown(dividingBy divisor: Natural) -> Integer {
        isNegative
            ? Integer(magnitude.quotientRoundedUp(dividingBy: divisor), isNegative: true)
            : Integer(magnitude / divisor)
    }
}

extension Integer: Comparable {
    public static func < (left: Integer, right: Integer) -> Bool {
        (left - right).isNegative
    }
}
