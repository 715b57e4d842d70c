import CalculatorEngine

/// A message from a client; each is one frame.
public enum ClientMessage: Equatable, Sendable {
    case join(Join)
    /// One action, or several key presses, with the action number of the first.
    case act(first: Int64, [ClientAction])
    /// A heartbeat; the server returns the same number.
    case alive(Int64)
    /// Reports that the state after an event has a different hash, and requests a snapshot.
    case mismatch(sequence: Int64, hash: UInt64)
}

/// An action in a client's message. A server hashes the secrets before it stores or forwards them.
public enum ClientAction: Equatable, Sendable {
    case plain(Action)
    case hostLink(Secret)
    case useLink(Secret)
}

/// The first message of a connection.
public struct Join: Equatable, Sendable {
    public var secret: Secret
    /// The client's name for its pen; nil uses the secret.
    public var pen: Secret?
    public var name = PersonName.none
    /// The position up to which the client has the room.
    public var since: Position?
    /// The settings for creating a missing room.
    public var make: MakeOptions?
    /// True for a spectator, who does not enter the room.
    public var isWatching = false
    /// The read token of an earlier welcome, which admits a spectator while the door is shut.
    public var read: Fingerprint?
    /// True if the client has no engine and needs the display with the events.
    public var wantsViews = false

    public init(secret: Secret) {
        self.secret = secret
    }

    public struct Position: Equatable, Sendable {
        public var epoch: UInt64
        public var sequence: Int64
        /// Nil for a client without an engine.
        public var hash: UInt64?

        public init(epoch: UInt64, sequence: Int64, hash: UInt64?) {
            self.epoch = epoch
            self.sequence = sequence
            self.hash = hash
        }
    }

    public struct MakeOptions: Equatable, Sendable {
        public var keypad: Keypad
        public var isLocked: Bool

        public init(keypad: Keypad, isLocked: Bool = false) {
            self.keypad = keypad
            self.isLocked = isLocked
        }
    }
}

/// A random text that a client generates: letters, digits, `-` and `_`.
public struct Secret: Equatable, Sendable {
    public let bytes: [UInt8]

    /// 128 bits in base 64 take 22 characters. A pen's name needs no secrecy, so 64 bits in 11 characters
    /// suffice.
    public static let bytesMin = 11
    public static let secretBytesMin = 22
    public static let bytesMax = 64

    /// Nil if the text is too short or too long or contains other characters.
    public init?(_ bytes: some Collection<UInt8>) {
        guard (Self.bytesMin...Self.bytesMax).contains(bytes.count), bytes.allSatisfy(Self.isPart)
        else { return nil }
        self.bytes = Array(bytes)
    }

    /// True if the text is long enough to be unguessable.
    public var isSecret: Bool { bytes.count >= Self.secretBytesMin }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
