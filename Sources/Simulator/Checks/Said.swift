import SharedRoom

/// What an action is to the person who does it. Which step an undo means is worked out when it is
/// sent, and of a secret the log has only the hash.
enum Said: Equatable {
    case action(Action)
    case undo
    case redo
    case hostLink
    case useLink

    init(_ action: ClientAction) {
        switch action {
        case .plain(let action): self.init(action)
        case .hostLink: self = .hostLink
        case .useLink: self = .useLink
        }
    }

    init(_ action: Action) {
        switch action {
        case .undo: self = .undo
        case .redo: self = .redo
        case .hostLink(let hash): self = hash == nil ? .action(action) : .hostLink
        case .useLink: self = .useLink
        default: self = .action(action)
        }
    }
}
