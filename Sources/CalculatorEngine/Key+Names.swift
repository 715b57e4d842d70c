/// The names of the keys on the wire, in files and in commands.
extension Key {
    /// All keys; the place of a key in this list is its code.
    public static var all: [Key] { names.map { $0.key } }

    /// `7`, `+`, `tip15`
    public var name: StaticString {
        Key.names[Int(code)].name
    }

    /// The key with this name: `tip15`, `+`.
    public init?(named name: some Collection<UInt8>) {
        for entry in Key.names where entry.name.bytes.elementsEqual(name) {
            self = entry.key
            return
        }
        return nil
    }

    /// The key as one byte: its place in the list. New keys come at the end.
    public var code: UInt8 {
        guard let place = Key.names.firstIndex(where: { $0.key == self }) else {
            preconditionFailure("a key without a name")
        }
        return UInt8(place)
    }

    public init?(code: UInt8) {
        guard Int(code) < Key.names.count else { return nil }
        self = Key.names[Int(code)].key
    }

    private static let names: [(name: StaticString, key: Key)] = [
        ("0", .digit(.zero)), ("1", .digit(.one)), ("2", .digit(.two)), ("3", .digit(.three)),
        ("4", .digit(.four)), ("5", .digit(.five)), ("6", .digit(.six)), ("7", .digit(.seven)),
        ("8", .digit(.eight)), ("9", .digit(.nine)), (".", .point),
        ("+", .infix(.plus)), ("-", .infix(.minus)), ("*", .infix(.times)),
        ("/", .infix(.divided)), ("=", .equals), ("%", .postfix(.percent)), ("neg", .sign),
        ("back", .backspace), ("C", .clear(.calculation)), ("CE", .clear(.entry)),
        ("AC", .clear(.everything)), ("(", .open), (")", .close),
        ("sqrt", .squareRoot), ("root", .infix(.root)), ("sq", .postfix(.square)),
        ("cube", .postfix(.cube)), ("pow", .infix(.power)), ("inv", .postfix(.reciprocal)),
        ("fact", .postfix(.factorial)), ("e", .constant(.e)), ("pi", .constant(.pi)),
        ("ln", .function(.naturalLogarithm)), ("log", .function(.commonLogarithm)),
        ("sin", .function(.sine)), ("cos", .function(.cosine)), ("tan", .function(.tangent)),
        ("asin", .function(.inverseSine)), ("acos", .function(.inverseCosine)),
        ("atan", .function(.inverseTangent)), ("exp", .function(.exponential)),
        ("exp10", .function(.powerOfTen)), ("mod", .infix(.modulo)), ("EE", .exponent),
        ("deg", .angle(.degrees)), ("rad", .angle(.radians)),
        ("MC", .memory(.clear)), ("MR", .memory(.recall)), ("M+", .memory(.add)),
        ("M-", .memory(.subtract)), ("MS", .memory(.store)),
        ("tip10", .tip(.ten)), ("tip15", .tip(.fifteen)), ("tip18", .tip(.eighteen)),
        ("tip20", .tip(.twenty)),
    ]
}

/// What somebody may have meant by a name that is none.
extension Key {
    /// The known names that are nearest to an unknown one, nearest first: `sine` gives `sin`.
    public static func nearest(to name: some Collection<UInt8>) -> [Key] {
        let wanted = [UInt8](name.prefix(Self.nameLengthMax))
        var found: [Key] = []
        for distance in 0...distanceMax {
            found += all.filter { isNear($0.name.bytes, wanted, distance) }
        }
        return Array(found.prefix(EngineLimits.suggestionsMax))
    }

    /// Names that need more changes than this are not alike.
    private static let distanceMax = 2
    private static let nameLengthMax = 16

    /// Whether the names are exactly so far apart, and half of the longer one remains.
    private static func isNear(_ left: [UInt8], _ right: [UInt8], _ wanted: Int) -> Bool {
        distance(left, right) == wanted && 2 * wanted <= max(left.count, right.count)
    }

    /// How many letters must be put in, taken out or exchanged to make one name of the other, with
    /// letters of another case at no cost.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var above = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let isSame = lowercase(letter) == lowercase(other)
                let exchanged = above[column] + (isSame ? 0 : 1)
                current.append(min(exchanged, above[column + 1] + 1, current[column] + 1))
            }
            above = current
        }
        return above[right.count]
    }

    private static func lowercase(_ letter: UInt8) -> UInt8 {
        letter >= 65 && letter <= 90 ? letter + 32 : letter
    }
}
