/// The names of the keys on the wire, in files and in commands.
extension Key {
    /// All keys in the order of their codes.
    public static var all: [Key] { names.map { $0.key } }

    /// `7`, `+`, `tip15`.
    public var name: StaticString {
        Key.names[Int(code)].name
    }

    /// The key with this name: `tip15`, `+`.
    public init?(named name: some Collection<UInt8>) {
        self.init(named: Array(name)[...])
    }

    public init?(named name: ArraySlice<UInt8>) {
        for entry in Key.names where entry.name.isEqual(to: name) {
            self = entry.key
            return
        }
        return nil
    }

    /// The key as one byte: its index in the list of names. Append new keys at the end.
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
        ("tip20", .tip(.twenty)), ("ans", .answer), ("form", .form),
    ]
}
