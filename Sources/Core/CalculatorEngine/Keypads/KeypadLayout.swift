import ExactNumbers

/// The positions of a keypad's keys. The page draws the keypad from this layout.
public struct KeypadLayout: Equatable, Sendable {
    /// One key in a row, with its size.
    public struct Cell: Equatable, Sendable {
        public let face: Face
        public var columnCount = 1
        public var rowCount = 1
    }

    public enum Face: Equatable, Sendable {
        case key(Key)
        /// Acts in this view only.
        case local(Local)
        /// Presses `deg` or `rad`, whichever is not in force.
        case angle
    }

    public enum Local: CaseIterable, Sendable {
        /// Swaps functions and their inverses.
        case inverse
        /// Moves the cursor of the expression editor.
        case left, right

        public var name: StaticString {
            switch self {
            case .inverse: "inverse"
            case .left: "left"
            case .right: "right"
            }
        }
    }

    /// The rows from top to bottom. A key that is two rows tall belongs to the upper row.
    public let rows: [[Cell]]
    /// Rows that appear only in landscape, to the left of the others.
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

    /// Parses `=` or, with a size in columns and rows, `=:1x2`.
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
        for local in Local.allCases where local.name.isEqual(to: name[...]) { return .local(local) }
        if angleName.isEqual(to: name[...]) { return .angle }
        guard let key = Key(named: name) else { preconditionFailure("unknown key in a layout") }
        return .key(key)
    }

    private static let angleName: StaticString = "angle"
}

extension KeypadLayout.Face {
    /// The style of the key, by the name that the page's style sheets use.
    public var look: StaticString {
        switch self {
        case .local(.inverse), .angle: "mode"
        case .local(.left), .local(.right): "function"
        case .key(let key): key.look
        }
    }

    /// The key that is pressed, given the state of the view.
    public func key(isInverse: Bool, angleUnit: AngleUnit) -> Key? {
        switch self {
        case .local: nil
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
        case .infix, .exponent, .squareRoot, .postfix, .function, .constant, .open, .close,
            .answer, .form:
            "function"
        }
    }
}
