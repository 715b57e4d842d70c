import CalculatorEngine

/// A message from a server; each is one frame.
public enum ServerMessage: Equatable, Sendable {
    case welcome(Welcome)
    case events(EventFrame)
    case here(Presence)
    /// The server discards actions of this connection until the action with this number arrives again. The
    /// reason is nil if only newer servers know it; likewise in `bye`.
    case refused(number: Int64, why: RefusalReason?, retry: Int64)
    case alive(Int64, sequence: Int64)
    /// The connection is about to close. `retry` is the recommended delay before reconnecting, in
    /// milliseconds.
    case bye(why: CloseReason?, retry: Int64?)
}

/// The answer to a join.
public struct Welcome: Equatable, Sendable {
    public var rules: UInt32
    /// Nil for a spectator.
    public var you: You?
    public var epoch: UInt64
    /// The sequence number of the last event that the contents include.
    public var sequence: Int64
    /// The hash of the state after that event.
    public var hash: UInt64
    public var contents: Contents
    public var view: RoomView?
    /// The read token, which gives access to the room's documents while the door is shut.
    public var read: Fingerprint?

    public struct You: Equatable, Sendable {
        public var number: UInt32
        public var pen: UInt32
        /// The last action number of the pen that the room has decided; nil if the pen is new to the room.
        public var last: Int64?

        public init(number: UInt32, pen: UInt32, last: Int64?) {
            self.number = number
            self.pen = pen
            self.last = last
        }
    }

    public enum Contents: Equatable, Sendable {
        /// The room in its binary form.
        case snapshot([UInt8])
        /// All events since the position in the join.
        case events([Event])
    }

    public init(
        rules: UInt32, you: You?, epoch: UInt64, sequence: Int64, hash: UInt64, contents: Contents,
        view: RoomView? = nil, read: Fingerprint? = nil
    ) {
        self.rules = rules
        self.you = you
        self.epoch = epoch
        self.sequence = sequence
        self.hash = hash
        self.contents = contents
        self.view = view
        self.read = read
    }
}

/// A frame of consecutive events.
public struct EventFrame: Equatable, Sendable {
    /// The sequence number of the first event. In a frame without events, which only carries a hash, that of
    /// the next event.
    public var first: Int64
    public var events: [Event]
    /// The hash of the state after the last event.
    public var hash: UInt64?
    /// The new read token, if one of the events changed it.
    public var read: Fingerprint?
    public var view: RoomView?

    public init(
        first: Int64, events: [Event], hash: UInt64? = nil, read: Fingerprint? = nil,
        view: RoomView? = nil
    ) {
        self.first = first
        self.events = events
        self.hash = hash
        self.read = read
        self.view = view
    }
}

/// Presence: the connected people. It is not part of the event log. `count` is the number of connected
/// participants if not all of them are listed; `watching` is the number of spectators.
public enum Presence: Equatable, Sendable {
    case all([Person], count: UInt32? = nil, watching: UInt32 = 0)
    case changes(came: [Person], gone: [UInt32], count: UInt32? = nil, watching: UInt32 = 0)

    public struct Person: Equatable, Sendable {
        public var number: UInt32
        public var name: PersonName

        public init(number: UInt32, name: PersonName) {
            self.number = number
            self.name = name
        }
    }
}

/// The display, and the question if there is one, as JSON for clients without an engine. Clients pass it on
/// unread.
public struct RoomView: Equatable, Sendable {
    /// An object such as `{"display":"12","expression":"5 + 7","keypad":"standard"}`.
    public let json: [UInt8]
}

/// The reason why a server temporarily refuses an action.
public enum RefusalReason: CaseIterable, Sendable {
    /// The store cannot write.
    case storage
    /// The connection or its address exceeds its rate of actions.
    case rate
    /// The connection or its address exceeds its rate of computation steps.
    case work
    /// Too many actions of this connection are waiting for their commit.
    case busy

    /// `storage`
    public var name: StaticString {
        switch self {
        case .storage: "storage"
        case .rate: "rate"
        case .work: "work"
        case .busy: "busy"
        }
    }
}
