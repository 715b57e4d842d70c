/// A request of an edge to the store that keeps the event logs. Requests are asynchronous. Each request with a
/// ticket gets exactly one answer with this ticket, a `LogReport`.
public enum LogRequest: Equatable, Sendable {
    /// Opens the room. The answer is `opened` or `refused`. After `opened`, the edge receives every event of the
    /// room until it closes the room.
    case open(RoomName, ticket: Int64)
    /// Appends these as the room's next events, in this order, all or none. The answer is `done`, after the events,
    /// or `refused`.
    case append(RoomName, [Draft], ticket: Int64)
    /// Asks for the sequence number of the last event.
    case head(RoomName, ticket: Int64)
    /// Announces participants who connected to this edge or disconnected from it. The store only forwards
    /// this to other edges. It has no answer.
    case announce(RoomName, came: [UInt32], gone: [UInt32])
    /// Closes the room. The answer is `done` or `refused`.
    case close(RoomName, ticket: Int64)
    /// Deletes all data of the room. The answer is `done`, after `forgotten`, or `refused`.
    case forget(RoomName, ticket: Int64)
}

extension LogRequest {
    public var room: RoomName {
        switch self {
        case .open(let room, _), .append(let room, _, _), .head(let room, _),
            .announce(let room, _, _), .close(let room, _), .forget(let room, _):
            room
        }
    }

    /// The ticket that the answer has; nil if the request has no answer.
    public var ticket: Int64? {
        switch self {
        case .open(_, let ticket), .append(_, _, let ticket), .head(_, let ticket),
            .close(_, let ticket), .forget(_, let ticket):
            ticket
        case .announce: nil
        }
    }
}

/// A message from the store to an edge: the answer to a request, or a report that no request asked for.
public enum LogReport: Equatable, Sendable {
    /// The current room. All later events follow in `events`.
    case opened(RoomName, ticket: Int64, OpenedRoom)
    /// The events are appended, or the room is closed or forgotten.
    case done(RoomName, ticket: Int64)
    /// The request failed without any effect and will not be retried.
    case refused(RoomName, ticket: Int64, LogFailure)
    case head(RoomName, ticket: Int64, sequence: Int64)

    /// The next committed events of the room.
    case events(RoomName, [Event])
    /// Participants who connected to or disconnected from another edge.
    case presence(RoomName, edge: UInt32, came: [UInt32], gone: [UInt32])
    /// The room continues from this state, because the edge missed events that are compacted, or because the store may
    /// have lost events and the room has a new epoch.
    case replaced(RoomName, OpenedRoom)
    /// The room and all its events are deleted, and the room is closed.
    case forgotten(RoomName)
    /// The store cannot continue the room, which is closed.
    case failed(RoomName, LogFailure)
}

extension LogReport {
    public var room: RoomName {
        switch self {
        case .opened(let room, _, _), .done(let room, _), .refused(let room, _, _),
            .head(let room, _, _), .events(let room, _), .presence(let room, _, _, _),
            .replaced(let room, _),
            .forgotten(let room), .failed(let room, _):
            room
        }
    }

    /// The ticket of the request that this report answers.
    public var ticket: Int64? {
        switch self {
        case .opened(_, let ticket, _), .done(_, let ticket), .refused(_, let ticket, _),
            .head(_, let ticket, _):
            ticket
        case .events, .presence, .replaced, .forgotten, .failed: nil
        }
    }
}

/// A room as the store passes it to an edge.
public struct OpenedRoom: Equatable, Sendable {
    /// Changes when the event log may have lost acknowledged events.
    public var epoch: UInt64
    /// Known only to servers; the same for every edge and every opening in this epoch.
    public var secret: UInt64
    /// A snapshot of the room before the first of `events`; nil if they begin with sequence number 1 or
    /// there are none.
    public var snapshot: [UInt8]?
    public var events: [Event]
    /// The participants who are connected to other edges.
    public var present: [Presence]

    public struct Presence: Equatable, Sendable {
        public var edge: UInt32
        public var participant: UInt32

        public init(edge: UInt32, participant: UInt32) {
            self.edge = edge
            self.participant = participant
        }
    }

    public init(
        epoch: UInt64, secret: UInt64 = 0, snapshot: [UInt8]? = nil, events: [Event] = [],
        present: [Presence] = []
    ) {
        self.epoch = epoch
        self.secret = secret
        self.snapshot = snapshot
        self.events = events
        self.present = present
    }
}

/// The reason why the store cannot fulfil a request.
public enum LogFailure: Equatable, Sendable {
    /// A temporary failure, such as a full disk or a lost connection.
    case unavailable
    /// The room was written by a server with another rules version.
    case otherRules
    /// The room is set aside: reading it has crashed servers, or its data are invalid.
    case setAside
    /// The edge has not opened the room.
    case notOpen
}
