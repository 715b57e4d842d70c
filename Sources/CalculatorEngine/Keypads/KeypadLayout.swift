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

    init(rows: StaticString, landscapeRows: StaticString) {
        self.rows = Self.cells(rows.bytes)
        self.landscapeRows = Self.cells(landscapeRows.bytes)
    }

    private static func cells(_ text: [UInt8]) -> [[Cell]] {
        text.split(separator: Ascii.newline).map { row in
            row.split(separator: Ascii.space).map(cell)
        }
    }

    /// `=` or, with a size of columns and rows, `=:1x2`.
    private static func cell(_ text: ArraySlice<UInt8>) -> Cell {
        let parts = text.split(separator: Ascii.colon)
        let face = face(Array(parts[0]))
        guard parts.count == 2 else { return Cell(face: face) }
        let size = Array(parts[1])
        return Cell(
            face: face, columnCount: Int(size[0] - Ascii.zero),
            rowCount: Int(size[2] - Ascii.zero))
    }

    private static func face(_ name: [UInt8]) -> Face {
        if inverseName.isEqual(to: name[...]) { return .inverse }
        if angleName.isEqual(to: name[...]) { return .angle }
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
