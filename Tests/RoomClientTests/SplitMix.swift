/// A small generator with a seed, the same everywhere.
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func next(below limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }

    mutating func bool() -> Bool { next(below: 2) == 0 }

    mutating func element<Element>(of list: [Element]) -> Element {
        list[next(below: list.count)]
    }

    /// Small ones, large ones, and those at both ends.
    mutating func number(from least: Int64, to most: Int64) -> Int64 {
        switch next(below: 6) {
        case 0: least
        case 1: most
        case 2, 3: min(most, least + Int64(next(below: 200)))
        default: least + Int64(next() % UInt64(most - least))
        }
    }

    mutating func list<Element>(upTo most: Int, _ make: (inout Self) -> Element) -> [Element] {
        (0..<next(below: most + 1)).map { _ in make(&self) }
    }
}
