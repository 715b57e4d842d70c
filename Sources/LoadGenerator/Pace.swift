/// When clients send keys, and which keys.
public enum Pace: Equatable, Sendable {
    /// No client sends keys.
    case silent
    /// Each sender keeps this number of keys in flight.
    case window(Int)
    /// All senders together send this number of keys a second at random times, even if the server falls
    /// behind.
    case rate(Double)
    /// All senders together send this number of frames a second, each with the maximum work of a frame.
    /// Refusals and disconnections are expected.
    case flood(Double)
    /// Newcomers join one after another, this number to a room, and leave after their welcome.
    case newcomers(inRoom: Int)

    /// The pace of `part` clients or rooms out of `whole`.
    func share(_ part: Int, of whole: Int) -> Pace {
        let share = Double(part) / Double(whole)
        return switch self {
        case .rate(let keysPerSecond): .rate(keysPerSecond * share)
        case .flood(let framesPerSecond): .flood(framesPerSecond * share)
        case .silent, .window, .newcomers: self
        }
    }

    /// True if the delays of keys to other clients are measured.
    var measuresDelays: Bool {
        if case .rate = self { true } else { false }
    }

    var isFlood: Bool {
        if case .flood = self { true } else { false }
    }
}
