import SharedRoom

/// The requests to the store that the shell has not dequeued. Appends to a room are combined if only
/// announcements of presence are between them.
struct RequestQueue {
    /// An append that can be extended.
    struct OpenAppend {
        fileprivate let batch: Int64
        fileprivate let index: Int
    }

    private var queue: [LogRequest] = []
    /// The number of calls of `dequeueAll`, to recognize an append that is no longer queued.
    private var batch: Int64 = 0

    /// A larger request would delay other rooms in the store.
    private static let draftsPerAppendMax = 256

    var isEmpty: Bool { queue.isEmpty }

    mutating func enqueue(_ request: LogRequest) {
        queue.append(request)
    }

    mutating func enqueueAppend(_ drafts: [Draft], to name: RoomName, ticket: Int64) -> OpenAppend {
        queue.append(.append(name, drafts, ticket: ticket))
        return OpenAppend(batch: batch, index: queue.count - 1)
    }

    /// Adds drafts to an append and returns its ticket; nil if it is no longer queued or too long.
    mutating func extend(_ append: OpenAppend, with more: [Draft]) -> Int64? {
        guard append.batch == batch,
            case .append(let name, var drafts, let ticket) = queue[append.index],
            drafts.count + more.count <= Self.draftsPerAppendMax
        else { return nil }
        // A placeholder. Otherwise the array of drafts would have two owners and be copied.
        queue[append.index] = .head(name, ticket: 0)
        drafts += more
        queue[append.index] = .append(name, drafts, ticket: ticket)
        return ticket
    }

    mutating func dequeueAll() -> [LogRequest] {
        let requests = queue
        queue = []
        queue.reserveCapacity(min(requests.count, Self.draftsPerAppendMax))
        batch += 1
        return requests
    }
}
