/// A small random number generator (SplitMix64). A seed gives the same numbers on every machine.
public struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    public mutating func next(below limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }

    public mutating func bool() -> Bool { next(below: 2) == 0 }

    public mutating func element<Element>(of list: [Element]) -> Element {
        list[next(below: list.count)]
    }

    /// A random number from the range, often one of its limits or close to the lower one.
    public mutating func number(from least: Int64, to most: Int64) -> Int64 {
        let width = UInt64(bitPattern: most &- least)
        let offset =
            switch next(below: 6) {
            case 0: 0 as UInt64
            case 1: width
            case 2, 3: min(width, UInt64(next(below: 200)))
            default: width == 0 ? 0 : next() % width
            }
        return least &+ Int64(bitPattern: offset)
    }

    public mutating func list<Element>(upTo most: Int, _ make: (inout Self) -> Element) -> [Element]
    {
        (0..<next(below: most + 1)).map { _ in make(&self) }
    }
}
