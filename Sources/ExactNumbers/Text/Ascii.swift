/// The characters of a number, as bytes: text handling with `String` would bring Unicode's tables
/// into the browser's module.
public enum Ascii {
    public static let zero: UInt8 = 48
    public static let nine: UInt8 = 57
    public static let point: UInt8 = 46
    public static let plus: UInt8 = 43
    public static let minus: UInt8 = 45
    public static let exponent: UInt8 = 101
}
