/// When clients press, and what.
public enum Pace: Equatable, Sendable {
    /// Nobody does.
    case silent
    /// Each sender has so many keys on the way.
    case window(Int)
    /// So many keys a second from all senders together, at random and whether the server keeps up or
    /// not.
    case rate(Double)
    /// So many frames a second from all together, each with the most work that a frame can ask for.
    /// Being refused or thrown out is no failure.
    case flood(Double)
    /// Newcomers one after another, so many to a room. Whoever is welcome goes.
    case newcomers(inRoom: Int)

    /// What a part of the clients does of it.
    func share(_ part: Int, of whole: Int) -> Pace {
        let share = Double(part) / Double(whole)
        return switch self {
        case .rate(let keysPerSecond): .rate(keysPerSecond * share)
        case .flood(let framesPerSecond): .flood(framesPerSecond * share)
        case .silent, .window, .newcomers: self
        }
    }

    /// Whether delays are measured, at whoever else is in the room.
    var isTimed: Bool {
        if case .rate = self { true } else { false }
    }

    var isFlood: Bool {
        if case .flood = self { true } else { false }
    }
}
