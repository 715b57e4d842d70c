import SharedRoom

/// What the store is to be asked. What is appended to a room before the shell takes it, and with
/// nothing else asked for the room between, is one request.
struct Requests {
    /// An append that more can be added to.
    struct Append {
        fileprivate let batch: Int64
        fileprivate let place: Int
    }

    private var waiting: [LogRequest] = []
    /// Counts how often they were taken.
    private var batch: Int64 = 0

    /// A store has others to serve between two requests.
    private static let draftsTogetherMax = 256

    var isEmpty: Bool { waiting.isEmpty }

    mutating func ask(_ request: LogRequest) {
        waiting.append(request)
    }

    mutating func append(_ drafts: [Draft], to name: RoomName, ticket: Int64) -> Append {
        waiting.append(.append(name, drafts, ticket: ticket))
        return Append(batch: batch, place: waiting.count - 1)
    }

    /// Adds to an append, and gives its ticket; nil if it is on its way, or long enough.
    mutating func add(_ more: [Draft], to append: Append) -> Int64? {
        guard append.batch == batch,
            case .append(let name, var drafts, let ticket) = waiting[append.place],
            drafts.count + more.count <= Self.draftsTogetherMax
        else { return nil }
        // What lies in two places would be copied.
        waiting[append.place] = .close(name)
        drafts += more
        waiting[append.place] = .append(name, drafts, ticket: ticket)
        return ticket
    }

    mutating func take() -> [LogRequest] {
        let taken = waiting
        waiting = []
        waiting.reserveCapacity(min(taken.count, Self.draftsTogetherMax))
        batch += 1
        return taken
    }
}
