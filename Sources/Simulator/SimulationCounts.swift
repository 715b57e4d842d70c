import RoomServer
import SharedRoom

/// Counts of everything that can happen in a simulation. A kind of event that never occurs is not
/// tested.
public struct SimulationCounts: Sendable {
    public enum Counter: CaseIterable, Sendable {
        case steps
        case framesFromClients
        case framesToClients
        case presenceMessages
        case heartbeats
        case viewsWithoutEngine
        case commits
        case eventsApplied
        case billsSplit
        case resumesWithoutEvents
        case resumesByEvents
        case resumesBySnapshot
        case actionsResent
        case pagesWithPendingActionsLoaded
        case questionsAnswered
        case hashMismatches
        case reloads
        case epochsStarted
        case connectionsLost
        case connectionsJammed
        case slowReadersDisconnected
        case clocksJumped
        case tabsDuplicated
        case clientsMoved
        case edgeCrashes
        case edgeRestarts
        case storeCrashes
        case storeStalls
        case storeRefusals
        case reportsLost
        case recoveries
    }

    private var counters = CountByKind<Counter>()
    private var voids = CountByKind<VoidReason>()
    private var refusals = CountByKind<RefusalReason>()
    private var closes = CountByKind<CloseReason>()

    public init() {}

    subscript(counter: Counter) -> Int { counters[counter] }

    mutating func add(_ counter: Counter, _ count: Int = 1) {
        counters.add(counter, count)
    }

    mutating func decided(_ verdict: Verdict) {
        switch verdict {
        case .applied: add(.eventsApplied)
        case .void(let reason): voids.add(reason)
        }
    }

    mutating func refused(_ why: RefusalReason) {
        refusals.add(why)
    }

    mutating func closed(_ why: CloseReason) {
        closes.add(why)
    }

    public static func + (left: SimulationCounts, right: SimulationCounts) -> SimulationCounts {
        var sum = left
        sum.counters += right.counters
        sum.voids += right.voids
        sum.refusals += right.refusals
        sum.closes += right.closes
        return sum
    }

    /// Every kind of event with its count. Excludes the events that cannot occur here: a correct store
    /// never causes `sequence` or `notMade`, room names are validated before they reach an edge, and
    /// simulated rooms are too small for a participant to lose a place.
    public var rows: [(name: String, count: Int)] {
        counters.kinds.map { ($0.words, counters[$0]) }
            + voids.kinds.filter { ![.sequence, .notMade].contains($0) }.map {
                ("void: \($0.name)", voids[$0])
            }
            + refusals.kinds.map { ("refused: \($0.name)", refusals[$0]) }
            + closes.kinds.filter { ![.roomName, .replaced, .limit].contains($0) }.map {
                ("closed: \($0.name)", closes[$0])
            }
    }
}

extension SimulationCounts.Counter {
    /// `frames from clients`
    var words: String {
        "\(self)".reduce(into: "") { words, letter in
            words += letter.isUppercase ? " \(letter.lowercased())" : "\(letter)"
        }
    }
}
