import CalculatorEngine
import SharedRoom

/// An action of this client that the room has not decided yet, as far as the replica knows.
///
/// It stores no action number: the first pending action has the number after the last decided one, and the
/// others follow.
struct PendingAction: Equatable {
    /// Identifies the action for other pending actions. Ascending.
    let id: Int64
    var action: ClientAction
    /// The `id` of the step that the action undoes, redoes or follows, if that is itself pending. A fresh pen changes
    /// the step's signature, and `Replica.action(at:)` writes the current one into the action.
    var step: Int64?
    /// The `word` of the pen that numbers the action.
    var pen: UInt64 = 0
    /// True if the room may decide, or may have decided, the action under another number. Such an action is not
    /// sent again.
    var isUnsure = false
}

/// A pen that the replica writes with: a stream of action numbers.
struct OwnPen: Equatable {
    let name: Secret
    /// The random bits of the name; 0 for the first pen of a page.
    var word: UInt64 = 0
    /// The pen's number in the room, known after a welcome.
    var number: UInt32?
    /// The last action number that is known to be decided.
    var lastDecided: Int64 = 0
    /// The number of pending actions, from the first, that were sent on any connection. It is at least the
    /// `sentCount` of the current session.
    var everSentCount = 0

    init(name: Secret) {
        self.name = name
    }

    /// A pen with a name of 64 random bits, in base 64.
    init(word: UInt64) {
        let letters: StaticString =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        let alphabet = letters.bytes
        var rest = word
        var name: [UInt8] = []
        for _ in 0..<Secret.bytesMin {
            name.append(alphabet[Int(rest & 63)])
            rest >>= 6
        }
        guard let name = Secret(name) else {
            preconditionFailure("11 characters of this alphabet are valid")
        }
        self.name = name
        self.word = word
    }

    mutating func advance(by count: Int) {
        lastDecided += Int64(count)
        everSentCount = max(0, everSentCount - count)
    }
}

/// Signs pending actions in the predicted room: the first has the action number after `last`.
struct PredictedPen: Equatable {
    let author: UInt32
    let pen: UInt32
    var last: Int64

    func signature(at index: Int) -> Signature {
        Signature(author: author, pen: pen, number: last + 1 + Int64(index))
    }

    /// The index of the pending action that has this signature; nil if none of the first `count` has.
    func index(of signature: Signature, below count: Int) -> Int? {
        guard signature.author == author, signature.pen == pen, signature.number > last,
            signature.number - last <= Int64(count)
        else { return nil }
        return Int(signature.number - last - 1)
    }
}

extension ClientAction {
    /// The action to apply to the predicted room; nil if only the server can know its effect.
    var prediction: Action? {
        switch self {
        case .plain(let action): action
        case .hostLink, .useLink: nil
        }
    }

    /// True if an event with this action can be this action. An event contains only the hash of a secret.
    func matches(_ action: Action) -> Bool {
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

    /// The step that the action undoes, redoes or follows.
    var step: Signature? {
        switch self {
        case .plain(.undo(let step)), .plain(.redo(let step)): step
        case .plain(.type(let typing)): typing.last
        case .plain, .hostLink, .useLink: nil
        }
    }

    func replacingStep(with step: Signature) -> ClientAction {
        switch self {
        case .plain(.undo): .plain(.undo(step))
        case .plain(.redo): .plain(.redo(step))
        case .plain(.type(let typing)): .plain(.type(Typing(typing.keys, after: step)))
        case .plain, .hostLink, .useLink: self
        }
    }
}
