import ExactNumbers

/// Where the keys of a keypad are. A page draws them from here; no grid is written twice.
public struct KeypadLayout: Equatable, Sendable {
    /// One place in a row.
    public struct Cell: Equatable, Sendable {
        public let face: Face
        public var columnCount = 1
        public var rowCount = 1
    }

    public enum Face: Equatable, Sendable {
        case key(Key)
        /// Turns functions into their inverses and back, for whoever looks only.
        case inverse
        /// Presses `deg` or `rad`, whichever is not in force.
        case angle
    }

    /// The rows from top to bottom. A key that is two rows tall stands in the upper one.
    public let rows: [[Cell]]
    /// Rows that appear beside the others in landscape only, on their left.
    public let landscapeRows: [[Cell]]

    /// Rows as wire names with blanks between them. `wide` keys take so many columns, `tall` keys
    /// two rows.
    init(
        _ rows: [StaticString], landscape: [StaticString] = [],
        wide: [(key: Key, columnCount: Int)] = [], tall: [Key] = []
    ) {
        self.rows = Self.cells(rows, wide, tall)
        landscapeRows = Self.cells(landscape, wide, tall)
    }

    private static func cells(
        _ rows: [StaticString], _ wide: [(key: Key, columnCount: Int)], _ tall: [Key]
    ) -> [[Cell]] {
        rows.map { row in
            row.bytes.split(separator: Ascii.space).map { name in
                cell(face(Array(name)), wide, tall)
            }
        }
    }

    private static func cell(
        _ face: Face, _ wide: [(key: Key, columnCount: Int)], _ tall: [Key]
    ) -> Cell {
        var cell = Cell(face: face)
        for (key, columnCount) in wide where face == .key(key) { cell.columnCount = columnCount }
        for key in tall where face == .key(key) { cell.rowCount = 2 }
        return cell
    }

    private static func face(_ name: [UInt8]) -> Face {
        if name == inverseName.bytes { return .inverse }
        if name == angleName.bytes { return .angle }
        guard let key = Key(named: name) else { preconditionFailure("a layout names no key") }
        return .key(key)
    }

    private static let inverseName: StaticString = "Inv"
    private static let angleName: StaticString = "Rad"
}

extension KeypadLayout.Face {
    /// How the key looks, by the name that a page's styles use.
    public var look: StaticString {
        switch self {
        case .inverse, .angle: "mode"
        case .key(let key): key.look
        }
    }

    /// The key that goes down, as a view sees it.
    public func key(isInverse: Bool, angleUnit: AngleUnit) -> Key? {
        switch self {
        case .inverse: nil
        case .angle: .angle(angleUnit == .degrees ? .radians : .degrees)
        case .key(.function(let function)) where isInverse: .function(function.inverse)
        case .key(let key): key
        }
    }
}

extension Key {
    fileprivate var look: StaticString {
        switch self {
        case .digit, .point: "digit"
        case .infix(.plus), .infix(.minus), .infix(.times), .infix(.divided): "operator"
        case .equals: "equals"
        case .clear: "clear"
        case .backspace: "backspace"
        case .sign: "sign"
        case .postfix(.percent): "percent"
        case .memory: "memory"
        case .tip: "tip"
        case .angle: "mode"
        case .infix, .exponent, .squareRoot, .postfix, .function, .constant, .open, .close:
            "function"
        }
    }
}
