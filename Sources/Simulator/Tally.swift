import SharedRoom

/// How much has happened. A simulation in which something never happens proves nothing about it.
public struct Tally: Sendable {
    public enum Counter: Int, CaseIterable, Sendable {
        case steps
        case framesFromClients
        case framesToClients
        case presences
        case signsOfLife
        case viewsWithoutEngine
        case commits
        case eventsTaken
        case billsSplit
        case resumesOfNothing
        case resumesByEvents
        case resumesBySnapshot
        case actionsSentAgain
        case pagesWithPendingActionsLoaded
        case questionsAnswered
        case failedHashes
        case reloads
        case epochsBegun
        case linksLost
        case linksJammed
        case slowReadersCut
        case clocksJumped
        case tabsDoubled
        case moves
        case edgeCrashes
        case edgeRestarts
        case storeCrashes
        case storeStalls
        case storeRefusals
        case reportsLost
        case healings
    }

    private var counts = [Int](repeating: 0, count: Counter.allCases.count)
    private var voids = [Int](repeating: 0, count: VoidReason.allCases.count)
    private var refusals = [Int](repeating: 0, count: RefusalReason.allCases.count)
    private var closes = [Int](repeating: 0, count: CloseReason.allCases.count)

    public init() {}

    subscript(counter: Counter) -> Int { counts[counter.rawValue] }

    mutating func add(_ counter: Counter, _ count: Int = 1) {
        counts[counter.rawValue] += count
    }

    mutating func decided(_ verdict: Verdict) {
        switch verdict {
        case .taken: add(.eventsTaken)
        case .void(let reason): voids[Int(reason.rawValue)] += 1
        }
    }

    mutating func refused(_ why: RefusalReason) {
        if let place = RefusalReason.allCases.firstIndex(of: why) { refusals[place] += 1 }
    }

    mutating func closed(_ why: CloseReason) {
        if let place = CloseReason.allCases.firstIndex(of: why) { closes[place] += 1 }
    }

    public static func + (left: Tally, right: Tally) -> Tally {
        var sum = left
        for place in sum.counts.indices { sum.counts[place] += right.counts[place] }
        for place in sum.voids.indices { sum.voids[place] += right.voids[place] }
        for place in sum.refusals.indices { sum.refusals[place] += right.refusals[place] }
        for place in sum.closes.indices { sum.closes[place] += right.closes[place] }
        return sum
    }

    /// Each thing that can happen, and how often it did. A sound store never leads to `sequence` and
    /// `notMade`, and room names are looked at before there is an edge.
    public var rows: [(name: String, count: Int)] {
        zip(Counter.allCases, counts).map { ($0.words, $1) }
            + zip(VoidReason.allCases, voids).filter { ![.sequence, .notMade].contains($0.0) }.map {
                ("void: \($0.name)", $1)
            }
            + zip(RefusalReason.allCases, refusals).map { ("refused: \($0.name)", $1) }
            + zip(CloseReason.allCases, closes).filter { $0.0 != .roomName }.map {
                ("closed: \($0.name)", $1)
            }
    }
}

extension Tally.Counter {
    /// `frames from clients`
    var words: String {
        "\(self)".reduce(into: "") { words, letter in
            words += letter.isUppercase ? " \(letter.lowercased())" : "\(letter)"
        }
    }
}
