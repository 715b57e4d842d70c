import ExactNumbers

/// The keypads. Each has one table with all its properties: a new keypad is a new case and a new
/// table in this file.
public enum Keypad: UInt8, CaseIterable, Sendable {
    case formula
    case scientific
    case simple
    case chain
    case tip
    case standard

    /// The properties of a keypad. All are constants, so that a table needs no initialization at run
    /// time.
    struct Table {
        let name: StaticString
        let policies: KeypadPolicies
        /// The keys, row by row, by their wire names; `AC:3x1` is three columns wide, `=:1x2` is two
        /// rows tall and belongs to the upper row.
        let rows: StaticString
        /// Rows that appear only in landscape, to the left of the others.
        var landscapeRows: StaticString = ""
    }

    var table: Table {
        switch self {
        case .formula: .formula
        case .scientific: .scientific
        case .simple: .simple
        case .chain: .chain
        case .tip: .tip
        case .standard: .standard
        }
    }

    /// The name on the wire: `formula`.
    public var name: StaticString { table.name }
    public var policies: KeypadPolicies { table.policies }
    public var layout: KeypadLayout {
        KeypadLayout(rows: table.rows, landscapeRows: table.landscapeRows)
    }

    public init?(named name: some Collection<UInt8>) {
        let name = Array(name)[...]
        for keypad in Keypad.allCases where keypad.name.isEqual(to: name) {
            self = keypad
            return
        }
        return nil
    }
}

extension Keypad.Table {
    static let formula = Keypad.Table(
        name: "formula",
        policies: KeypadPolicies(
            rules: .formula,
            format: KeypadFormat(NumberFormat(.decimals(6), placesMax: 16)),
            entryLimit: .digits(16),
            incompleteEquals: .waits,
            changesSignOfZero: false,
            backspaceLeavesZero: true),
        rows: """
            C neg % /
            7 8 9 *
            4 5 6 -
            1 2 3 +
            . 0 back =
            """)

    static let scientific = Keypad.Table(
        name: "scientific",
        policies: KeypadPolicies(
            rules: .formula,
            format: KeypadFormat(.significant(32)),
            entryLimit: .digits(32),
            mainLine: .liveResult,
            minusWithoutOperand: .isSign,
            incompleteEquals: .isError),
        rows: """
            MC M+ M- MR
            C / * back
            7 8 9 -
            4 5 6 +
            1 2 3 =:1x2
            % 0 .
            """,
        landscapeRows: """
            ( ) inv form
            sq cube pow ans
            fact sqrt root EE
            e ln log mod
            sin cos tan left
            inverse angle pi right
            """)

    static let simple = Keypad.Table(
        name: "simple",
        policies: KeypadPolicies(
            rules: .running,
            format: KeypadFormat(.significant(32)),
            entryLimit: .digits(32)),
        rows: """
            7 8 9 *
            4 5 6 -
            1 2 3 +
            0 C / =
            """)

    static let chain = Keypad.Table(
        name: "chain",
        policies: KeypadPolicies(
            rules: .running,
            format: KeypadFormat(.significant(16)),
            entryLimit: .characters(9, pointBelow: 8)),
        rows: """
            AC:3x1 /
            7 8 9 *
            4 5 6 -
            1 2 3 +
            0:2x1 . =
            """)

    static let tip = Keypad.Table(
        name: "tip",
        policies: KeypadPolicies(
            rules: .running,
            format: KeypadFormat(
                NumberFormat(.decimals(2), placesMax: 16, keepsZeros: true),
                roundsTinyToZero: true),
            entryLimit: .digits(16),
            incompleteEquals: .waits,
            divisionByZero: .showsZero,
            clearKey: .entry,
            switchesForms: false),
        rows: """
            AC:2x1 C:2x1
            tip10 tip15 tip18 tip20
            7 8 9 /
            4 5 6 *
            1 2 3 -
            0 . = +
            """)

    static let standard = Keypad.Table(
        name: "standard",
        policies: KeypadPolicies(
            rules: .running,
            format: KeypadFormat(.significant(16)),
            entryLimit: .digits(16)),
        rows: """
            MC MR M+ M- MS
            % CE C back
            inv sq sqrt /
            7 8 9 *
            4 5 6 -
            1 2 3 +
            neg 0 . =
            """)
}
