@testable import CalculatorEngine

/// A small generator with a seed, the same everywhere.
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }

    /// Digits and operators come more often than the rest, so that expressions grow; what clears
    /// comes less often.
    mutating func key() -> Key {
        switch next(below: 10) {
        case 0..<3: return .digit(Digit.allCases[next(below: 10)])
        case 3..<5: return .infix([.plus, .minus, .times, .divided, .power][next(below: 5)])
        default:
            let key = Key.all[next(below: Key.all.count)]
            if case .clear = key, next(below: 4) > 0 { return .equals }
            return key
        }
    }
}
