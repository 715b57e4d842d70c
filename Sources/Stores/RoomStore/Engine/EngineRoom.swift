import SharedRoom

/// A room that is open at an edge, or about which requests are not answered.
final class EngineRoom: TabledRoom {
    let name: RoomName
    var index = 0
    /// The edges that have the room open, in the order in which they opened it, so the order of reports is the same in
    /// every run.
    var audience: [UInt32] = []
    /// The participants at each edge, also at edges of other nodes.
    var people: [UInt32: Set<UInt32>] = [:]
    /// The last event that the audience has received.
    var reported: Int64 = 0
    /// The last event that is known to exist.
    var known: Int64 = 0
    /// True while the backend reads missing events.
    var isCatchingUp = false
    /// The number of times that the room ended. Sequence numbers of an earlier period mean nothing.
    private(set) var period = 0
    /// The requests that are not answered, in their order.
    var operations = Queue<Operation>()
    /// The number of operations that are not queued any more.
    var dispatchedCount = 0

    init(_ name: RoomName) {
        self.name = name
    }

    /// The room continues from this state.
    func begin(_ loaded: LoadedRoom) {
        reported = loaded.head
        known = loaded.head
        people = people.filter { audience.contains($0.key) }
            .merging(loaded.elsewhere) { local, _ in local }
        forgetMissing()
    }

    /// The room is forgotten or invalid.
    func end() {
        period += 1
        reported = 0
        known = 0
        people = [:]
        audience = []
        forgetMissing()
    }

    /// Lets no answer wait for events of an earlier epoch, which never come.
    private func forgetMissing() {
        isCatchingUp = false
        for index in 0..<operations.count {
            if case .answered(.done) = operations[index].stage {
                operations[index].stage = .answered(.done(after: 0))
            } else if case .answered(.head(.some)) = operations[index].stage {
                operations[index].stage = .answered(.head(nil))
            }
        }
    }

    /// True if the last dispatched operation decides how the next one is executed.
    var isBlocked: Bool {
        guard dispatchedCount > 0 else { return false }
        let last = operations[dispatchedCount - 1]
        return switch (last.request, last.stage) {
        case (.open, .dispatched), (.forget, .dispatched), (_, .answered(.close)): true
        case (.open, _), (.forget, _), (.append, _), (.head, _), (.close, _), (.announce, _): false
        }
    }

    func index(of id: OperationID) -> Int? {
        (0..<operations.count).first { operations[$0].id == id }
    }

    /// All participants at other edges, in ascending order.
    func present(besides edge: UInt32) -> [OpenedRoom.Presence] {
        people.filter { $0.key != edge }.sorted { $0.key < $1.key }.flatMap { edge, people in
            people.sorted().map { OpenedRoom.Presence(edge: edge, participant: $0) }
        }
    }
}

/// A request on its way through the engine.
struct Operation {
    let id: OperationID
    let request: LogRequest
    let edge: UInt32
    var stage = Stage.queued
    /// The period of the room when the operation was dispatched.
    var period = 0

    enum Stage {
        case queued
        /// The backend executes it.
        case dispatched
        case answered(Answer)
    }

    enum Answer {
        /// After the audience has received this event.
        case done(after: Int64)
        /// Nil: the last event that the audience has received when the answer leaves the queue.
        case head(Int64?)
        case opened(OpenedRoom)
        case refused(LogFailure)
        /// The room is closed when the answer leaves the queue.
        case close
        case nothing

        /// The event that the audience must have received before.
        var sequence: Int64 {
            switch self {
            case .done(let sequence): sequence
            case .head(let sequence): sequence ?? 0
            case .opened, .refused, .close, .nothing: 0
            }
        }
    }
}
