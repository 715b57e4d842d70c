/// One entry of a room's event log. Applying the events in order, beginning with `make`, produces the room.
public struct Event: Equatable, Sendable {
    /// The position in the room's event log: 1, 2, 3… without gaps.
    public let sequence: Int64
    /// The time at which the store committed the event, in milliseconds since 1970. The store sets it; a
    /// room reads no clock.
    public let time: Int64
    public let draft: Draft

    public init(sequence: Int64, time: Int64, draft: Draft) {
        self.sequence = sequence
        self.time = time
        self.draft = draft
    }

    public var signature: Signature? { draft.signature }
    public var action: Action { draft.action }
}

/// An event before the store assigns a sequence number and a time.
public struct Draft: Equatable, Sendable {
    /// Nil for `make` and `enter`, which servers create themselves.
    public let signature: Signature?
    public let action: Action

    public init(_ action: Action, signature: Signature? = nil) {
        self.signature = signature
        self.action = action
    }
}

/// The identity of an action: its author, pen and action number. No two actions of a room share one, so that
/// a resent action is recognized.
public struct Signature: Equatable, Sendable {
    /// The participant's number in the room, from 1.
    public let author: UInt32
    /// The number of the author's pen, from 0.
    public let pen: UInt32
    /// The action number: the position in the pen's stream of actions, from 1.
    public let number: Int64

    public init(author: UInt32, pen: UInt32, number: Int64) {
        self.author = author
        self.pen = pen
        self.number = number
    }
}
