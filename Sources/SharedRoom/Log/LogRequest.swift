/// What an edge asks of the log. Nothing waits for an answer: it comes as a `LogReport`.
public enum LogRequest: Equatable, Sendable {
    /// From `opened` on, the edge is given every event of the room until it closes it.
    case open(RoomName)
    /// These become the room's next events, in this order, all or none. The ticket comes back if
    /// they are refused; if not, the events say so themselves.
    case append(RoomName, [Draft], ticket: Int64)
    /// Asks for the number of the last event.
    case head(RoomName, ticket: Int64)
    /// Asks for events from a number on, at most so many, and for the room before them.
    case read(RoomName, from: Int64, count: Int, ticket: Int64)
    /// Asks for lines of the tape that the room itself has no longer: at most so many, the newest
    /// before a number.
    case tape(RoomName, before: Int64, count: Int, ticket: Int64)
    /// Who is connected to this edge now and was not before, and the reverse. The log does not keep
    /// it; it tells the other edges.
    case announce(RoomName, came: [UInt32], gone: [UInt32])
    case close(RoomName)
    /// Deletes all that is kept of the room. The ticket comes back if that is refused.
    case forget(RoomName, ticket: Int64)
}

extension LogRequest {
    public var room: RoomName {
        switch self {
        case .open(let room), .append(let room, _, _), .head(let room, _), .read(let room, _, _, _),
            .tape(let room, _, _, _), .announce(let room, _, _), .close(let room),
            .forget(let room, _):
            room
        }
    }
}

/// What the log tells an edge.
public enum LogReport: Equatable, Sendable {
    /// The room as it is now; every event from here on follows in `events`.
    case opened(RoomName, OpenedRoom)
    case notOpened(RoomName, LogFailure)
    /// The room's next events, committed.
    case events(RoomName, [Event])
    /// Nothing of what was asked for was done, and nothing of it will be.
    case refused(RoomName, ticket: Int64, LogFailure)
    case head(RoomName, ticket: Int64, sequence: Int64)
    case read(RoomName, ticket: Int64, LogPart)
    /// In ascending order.
    case tape(RoomName, ticket: Int64, [TapeEntry])
    /// Who came to and left another edge.
    case presence(RoomName, edge: UInt32, came: [UInt32], gone: [UInt32])
    /// The room is gone, with all its events, and closed; whoever asks for it finds nothing.
    case forgotten(RoomName)
}

extension LogReport {
    public var room: RoomName {
        switch self {
        case .opened(let room, _), .notOpened(let room, _), .events(let room, _),
            .refused(let room, _, _), .head(let room, _, _), .read(let room, _, _),
            .tape(let room, _, _), .presence(let room, _, _, _), .forgotten(let room):
            room
        }
    }

    /// Of the request that it answers.
    public var ticket: Int64? {
        switch self {
        case .refused(_, let ticket, _), .head(_, let ticket, _), .read(_, let ticket, _),
            .tape(_, let ticket, _):
            ticket
        case .opened, .notOpened, .events, .presence, .forgotten: nil
        }
    }
}

/// A part of a log, from a place on at which the room is known.
public struct LogPart: Equatable, Sendable {
    /// The room in its binary form before the first of `events`; nil when these begin with number 1
    /// or there are none.
    public var snapshot: [UInt8]?
    /// Without a gap to the last one that was asked for, if there are so many. They may begin
    /// earlier, where a snapshot is kept, and later when the older ones are kept no longer.
    public var events: [Event]

    public init(snapshot: [UInt8]? = nil, events: [Event] = []) {
        self.snapshot = snapshot
        self.events = events
    }
}

/// A room as the log hands it to an edge.
public struct OpenedRoom: Equatable, Sendable {
    /// One unbroken life of the room's log.
    public var epoch: UInt64
    /// The room in its binary form, after the event before the first of `events`; nil when these
    /// begin with number 1 or there are none.
    public var snapshot: [UInt8]?
    public var events: [Event]
    /// Who is connected to other edges.
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
        epoch: UInt64, snapshot: [UInt8]? = nil, events: [Event] = [], present: [Presence] = []
    ) {
        self.epoch = epoch
        self.snapshot = snapshot
        self.events = events
        self.present = present
    }
}

/// Why the log cannot do what was asked.
public enum LogFailure: Equatable, Sendable {
    /// The disk is full, the connection lost: it may work again later.
    case unavailable
    /// The room was written with newer rules.
    case newerRules
    /// The room was set aside: reading it has stopped servers, or what is kept of it makes no sense.
    case outOfOrder
    /// The room is not open at this edge.
    case notOpen
}
