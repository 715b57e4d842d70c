/// A broken promise.
public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The checked promises. Each has a file in this folder with its id in the name.
    public enum Promise: String, CaseIterable, Sendable {
        case order = "P1 order"
        case once = "P2 once"
        case durable = "P3 durable"
        case resume = "P4 resume"
        case agree = "P5 agree"
        case bounded = "P8 bounded"
        case replay = "P9 replay"
        case control = "P10 control"
    }

    public let promise: Promise
    /// The affected room, or nil if all rooms are affected.
    public let room: String?
    public let text: String

    public var description: String {
        "\(promise.rawValue): \(room.map { "in \($0), " } ?? "")\(text)"
    }
}
