/// One step in the life of a room. A room is what its events make of it, from `make` on.
public struct Event: Equatable, Sendable {
    /// The events of a room are numbered 1, 2, 3… without a gap.
    public let sequence: Int64
    /// When the store took it, in milliseconds since 1970. Given by the store; a room reads no
    /// clock.
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

/// An event that has no number and no time yet.
public struct Draft: Equatable, Sendable {
    /// Who did it; nil for what an edge writes by itself, `make` and `enter`.
    public let signature: Signature?
    public let action: Action

    public init(_ action: Action, signature: Signature? = nil) {
        self.signature = signature
        self.action = action
    }
}

/// Who did it, with which pen, and as its how-maniest action: it names an action once and for all.
public struct Signature: Equatable, Sendable {
    /// The participant's number in the room, from 1 on.
    public let author: UInt32
    /// The number of the author's pen, from 0 on.
    public let pen: UInt32
    /// Counts the pen's actions: 1, 2, 3…
    public let count: Int64

    public init(author: UInt32, pen: UInt32, count: Int64) {
        self.author = author
        self.pen = pen
        self.count = count
    }
}
