import RoomServer
import SharedRoom

/// How often each message, fault, verdict and close occurred in a simulation. A count of 0 means that
/// the simulation does not test the case.
public struct SimulationCounts: Sendable {
    public enum Counter: CaseIterable, Sendable {
        case steps, framesFromClients, framesToClients, presenceMessages, heartbeats
        case viewsWithoutEngine, commits, eventsApplied
        case resumesWithoutEvents, resumesByEvents, resumesBySnapshot, actionsResent
        case pagesWithPendingActionsLoaded, offersMade, offersAnswered, hashMismatches, reloads
        case epochsStarted, connectionsLost, connectionsJammed, slowReadersDisconnected
        case clocksJumped, tabsDuplicated, clientsMoved, edgeCrashes, edgeRestarts, storeCrashes
        case storeStalls, storeRefusals, reportsLost, recoveries
    }

    private var counters = CountByKind<Counter>()
    private var voids = CountByKind<VoidReason>()
    private var refusals = CountByKind<RefusalReason>()
    private var closes = CountByKind<CloseReason>()

    public init() {}

    subscript(counter: Counter) -> Int { counters[counter] }

    mutating func add(_ counter: Counter) { counters.add(counter) }

    mutating func add(verdict: Verdict) {
        switch verdict {
        case .applied: add(.eventsApplied)
        case .void(let reason): voids.add(reason)
        }
    }

    mutating func add(refusal: RefusalReason) { refusals.add(refusal) }

    mutating func add(close: CloseReason) { closes.add(close) }

    public static func + (left: SimulationCounts, right: SimulationCounts) -> SimulationCounts {
        var sum = left
        sum.counters += right.counters
        sum.voids += right.voids
        sum.refusals += right.refusals
        sum.closes += right.closes
        return sum
    }

    /// The counts with their names. Excludes the reasons that cannot occur here: a correct store never
    /// causes `sequence` or `notMade`, room names are validated before they reach an edge, simulated
    /// rooms are too small for a participant to be `replaced`, and each connection has its own address,
    /// which stays below its `limit`, as all do below that of the server.
    public var rows: [(name: String, count: Int)] {
        counters.kinds.map { ($0.words, counters[$0]) }
            + voids.kinds.filter { ![.sequence, .notMade].contains($0) }.map {
                ("void: \($0.name)", voids[$0])
            }
            + refusals.kinds.map { ("refused: \($0.name)", refusals[$0]) }
            + closes.kinds.filter { ![.roomName, .replaced, .limit, .serverLimit].contains($0) }.map
        {
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
