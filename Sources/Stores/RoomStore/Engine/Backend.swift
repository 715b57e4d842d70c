import SharedRoom

/// Keeps rooms, and executes the commands of an engine in their order.
package protocol Backend: AnyObject {
    /// The events for the engine.
    var events: Queue<BackendEvent> { get set }
    /// False after a failed write, until the next one succeeds.
    var canWrite: Bool { get set }
    /// Receives notices for operators.
    var report: @Sendable (StoreNotice) -> Void { get }
    /// Milliseconds since 1970. It may jump.
    var clock: @Sendable () -> Int64 { get }
    /// Other threads read it.
    var commits: Guarded<CommitCounts> { get }

    func perform(_ command: BackendCommand)
}

extension Backend {
    package func fail(_ name: RoomName, _ id: OperationID, _ failure: LogFailure = .unavailable) {
        events.append(.failed(name, id, failure))
    }

    package func count(_ events: Int, committedIn nanoseconds: Int64) {
        commits.withLock { commits in
            commits.events.note(Int64(events))
            commits.times.note(nanoseconds)
        }
    }

    package func noteFailure(_ message: String) {
        guard canWrite else { return }
        canWrite = false
        commits.withLock { $0.failingSince = clock() }
        report(.cannotWrite(message))
    }

    package func noteSuccess() {
        guard !canWrite else { return }
        canWrite = true
        commits.withLock { $0.failingSince = nil }
        report(.canWriteAgain)
    }
}

extension [Draft] {
    /// The drafts as consecutive events.
    package func events(from first: Int64, at time: Int64) -> [Event] {
        enumerated().map { index, draft in
            Event(sequence: first + Int64(index), time: time, draft: draft)
        }
    }
}

extension [Event] {
    /// The text of a wire frame with these events, which are consecutive and at least one.
    package var frame: [UInt8] {
        ServerMessage.events(EventFrame(first: first?.sequence ?? 1, events: self)).encoded
    }
}

extension Event {
    /// The time of an event for the reading of a clock, which may be wrong.
    package static func time(_ reading: Int64) -> Int64 {
        min(max(reading, 0), RoomLimits.numberMax)
    }
}

/// The number of a request that a backend executes. The backend's answer has the same number.
package typealias OperationID = Int64

/// A command of an engine to its backend.
///
/// A backend answers each command that has an `OperationID` with one event. It executes the commands about one room in
/// order. The engine sends no command again, even if it failed: an append of unknown outcome could be in the log twice.
package enum BackendCommand: Equatable {
    /// Answer: `loaded`. A room that is not stored is empty, and has an epoch until it is released.
    case load(RoomName, OperationID)
    /// Answer: `appended`.
    case append(RoomName, OperationID, [Draft])
    /// Answer: `head`. Only shared backends are asked.
    case head(RoomName, OperationID)
    /// Answer: `forgotten`.
    case forget(RoomName, OperationID)
    /// Informs other nodes of all participants at an edge of this node. Only shared backends are asked.
    case announce(RoomName, edge: UInt32, people: [UInt32])
    /// Reads the events after a sequence number again, because some are missing. Only shared backends are asked.
    case catchUp(RoomName, after: Int64)
    /// No edge has the room open any more.
    case release(RoomName)
}

/// An answer of a backend, or an unsolicited report.
package enum BackendEvent: Equatable {
    case loaded(RoomName, OperationID, LoadedRoom)
    case appended(RoomName, OperationID, [Event])
    case head(RoomName, OperationID, Int64)
    case forgotten(RoomName, OperationID)
    /// The command had no effect.
    case failed(RoomName, OperationID, LogFailure)

    // Without a command:

    /// Events of other nodes, or missing ones.
    case events(RoomName, [Event])
    /// The end of an attempt to catch up.
    case caughtUp(RoomName)
    /// The participants at an edge of another node.
    case presence(RoomName, edge: UInt32, people: Set<UInt32>)
    /// The participants at all edges of other nodes.
    case presenceElsewhere(RoomName, [UInt32: Set<UInt32>])
    /// The state of an open room has to be replaced.
    case replaced(RoomName, LoadedRoom)
    /// Another node has forgotten the room.
    case forgottenElsewhere(RoomName)
    /// The data of an open room are invalid.
    case invalid(RoomName)
}

/// A room with everything that is stored of it.
package struct LoadedRoom: Equatable {
    /// Without `present`.
    package var room: OpenedRoom
    /// The last event.
    package var head: Int64
    /// The participants at edges of other nodes.
    package var elsewhere: [UInt32: Set<UInt32>] = [:]

    package init(room: OpenedRoom, head: Int64, elsewhere: [UInt32: Set<UInt32>] = [:]) {
        self.room = room
        self.head = head
        self.elsewhere = elsewhere
    }
}
