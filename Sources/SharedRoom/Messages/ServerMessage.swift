import CalculatorEngine

/// What a server sends, one frame each.
public enum ServerMessage: Equatable, Sendable {
    case welcome(Welcome)
    case events(EventFrame)
    case here(Presence)
    /// Nothing of this connection is passed on until the action with this number comes again.
    /// The reason is nil when only newer servers know it; so it is in `bye`.
    case refused(count: Int64, why: RefusalReason?, retry: Int64)
    case alive(Int64, sequence: Int64)
    /// The connection is about to be closed; `retry` says after how many milliseconds to come back.
    case bye(why: CloseReason?, retry: Int64?)
}

/// The answer to a join.
public struct Welcome: Equatable, Sendable {
    public var rules: UInt32
    /// Nil for a watcher.
    public var you: You?
    public var epoch: UInt64
    /// The number of the last event in what follows.
    public var sequence: Int64
    /// Of the state after that event.
    public var hash: UInt64
    public var contents: Contents
    public var view: RoomView?
    /// With what the room's documents can be read while the door is shut.
    public var read: Fingerprint?

    public struct You: Equatable, Sendable {
        public var number: UInt32
        public var pen: UInt32
        /// The last number of the pen that was decided; nil when the pen is new to the room.
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
        /// All that the client missed.
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

/// Events that follow each other.
public struct EventFrame: Equatable, Sendable {
    /// The number of the first event; without events, which only brings a hash, that of the next.
    public var first: Int64
    public var events: [Event]
    /// Of the state after the last one.
    public var hash: UInt64?
    /// The read token that one of the events brought.
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

/// Who is connected. It is not in the log. `count` is how many are here when not all of them are
/// listed, and `watching` how many spectators are.
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

/// The display for clients without an engine.
public struct RoomView: Equatable, Sendable {
    public var keypad: Keypad
    /// `12`, `error:overflow`
    public var display: [UInt8]
    /// UTF-8: `5 + 7`
    public var expression: [UInt8]
    public var isLocked: Bool

    public init(keypad: Keypad, display: [UInt8], expression: [UInt8], isLocked: Bool) {
        self.keypad = keypad
        self.display = display
        self.expression = expression
        self.isLocked = isLocked
    }
}

/// For want of what a server does not take an action, for now.
public enum RefusalReason: CaseIterable, Sendable {
    /// The store cannot write.
    case storage
    /// More keys a second than one connection may press.
    case rate
    /// More work a second than one connection may cause.
    case work
    /// Too many actions of this connection wait to be committed.
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
