import SharedRoom

/// An action as the person typed it, without the details that are added later: the target of an undo
/// is determined when it is sent, and the event log has only the hash of a secret.
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
