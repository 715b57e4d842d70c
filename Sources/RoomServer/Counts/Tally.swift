/// How often each of some cases came.
public struct Tally<Kind: CaseIterable & Equatable & Sendable>: Sendable {
    public let kinds = Array(Kind.allCases)
    private var counts = Array(repeating: 0, count: Kind.allCases.count)

    public init() {}

    public subscript(kind: Kind) -> Int {
        kinds.firstIndex(of: kind).map { counts[$0] } ?? 0
    }

    public mutating func add(_ kind: Kind, _ count: Int = 1) {
        if let place = kinds.firstIndex(of: kind) { counts[place] += count }
    }

    public static func += (sum: inout Tally, other: Tally) {
        for place in sum.counts.indices { sum.counts[place] += other.counts[place] }
    }
}
