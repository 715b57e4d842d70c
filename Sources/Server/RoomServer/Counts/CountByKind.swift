/// A counter for each case of an enum.
public struct CountByKind<Kind: CaseIterable & Equatable & Sendable>: Sendable {
    public let kinds = Array(Kind.allCases)
    private var counts = Array(repeating: 0, count: Kind.allCases.count)

    public init() {}

    public subscript(kind: Kind) -> Int {
        kinds.firstIndex(of: kind).map { counts[$0] } ?? 0
    }

    public mutating func add(_ kind: Kind, _ count: Int = 1) {
        if let index = kinds.firstIndex(of: kind) { counts[index] += count }
    }

    public static func += (sum: inout CountByKind, other: CountByKind) {
        for index in sum.counts.indices { sum.counts[index] += other.counts[index] }
    }
}
