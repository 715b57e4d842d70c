import CalculatorEngine
import SharedRoom

/// An action of one's own that the room has not decided yet, as far as is known here.
///
/// It has no number of its own: the first pending action has the number after the last one that
/// the pen is known to have had decided, and the others follow.
struct Pending: Equatable {
    enum Content: Equatable {
        case action(ClientAction)
        /// Takes back, or does again, a step that is pending itself. How that step is called on the
        /// wire may change as long as it was not sent.
        case undo(step: Int64)
        case redo(step: Int64)

        var step: Int64? {
            switch self {
            case .action: nil
            case .undo(let step), .redo(let step): step
            }
        }
    }

    /// By what other pending actions know it. Ascends.
    let id: Int64
    var content: Content
    /// Whether it was typed long after the last sign of life.
    var isLate: Bool
    /// Whether the person is asked about it. Nothing is sent from here on before the answer.
    var isAsked = false
}

/// A line of numbers that this replica writes, or settles.
struct PenLine: Equatable {
    let name: Secret
    /// Its number in the room, once a welcome has told it.
    var number: UInt32?
    /// The last number that is known to be decided.
    var taken: Int64 = 0
    /// How many of the pending actions, from the first, were ever sent.
    var sent = 0
    /// How many of the pending actions, from the first, an earlier life of this page left behind.
    /// A pen with such is not written on any more; nil for a pen of this life's own.
    var settling: Int?

    init(name: Secret) {
        self.name = name
    }

    /// How many of the pending actions may have been sent, by this page or a copy of it.
    var given: Int { settling ?? sent }

    mutating func drop(_ count: Int) {
        taken += Int64(count)
        sent = max(0, sent - count)
        if let settling { self.settling = max(0, settling - count) }
    }
}

/// How pending actions are signed in the predicted room: the first with the count after `last`.
struct PredictedLine: Equatable {
    let author: UInt32
    let pen: UInt32
    var last: Int64

    func signature(at index: Int) -> Signature {
        Signature(author: author, pen: pen, count: last + 1 + Int64(index))
    }

    /// Which of so many pending actions a signature names.
    func index(of signature: Signature, below count: Int) -> Int? {
        guard signature.author == author, signature.pen == pen, signature.count > last,
            signature.count - last <= Int64(count)
        else { return nil }
        return Int(signature.count - last - 1)
    }
}

extension ClientAction {
    /// What it is in the room before anybody confirms it; nil when that is the server's to say.
    var prediction: Action? {
        switch self {
        case .plain(let action): action
        case .hostLink, .useLink: nil
        }
    }

    /// Whether an event with this action may be this one. Of secrets an event has only the hash.
    func isSaid(by action: Action) -> Bool {
        switch (self, action) {
        case (.plain(let own), _): own == action
        case (.hostLink, .hostLink(let hash)): hash != nil
        case (.useLink, .useLink): true
        case (.hostLink, _), (.useLink, _): false
        }
    }

    var isPress: Bool {
        if case .plain(.press) = self { return true }
        return false
    }
}
