import CalculatorEngine

/// What a client sends, one frame each.
public enum ClientMessage: Equatable, Sendable {
    case join(Join)
    /// One action, or several presses, with the pen's number of the first.
    case act(first: Int64, [ClientAction])
    /// Asks for a sign of life; the same number comes back.
    case alive(Int64)
    /// The state at this number did not have the hash that was said; asks for a snapshot.
    case mismatch(sequence: Int64, hash: UInt64)
}

/// An action as a client says it. Secrets become hashes before an edge writes them anywhere.
public enum ClientAction: Equatable, Sendable {
    case plain(Action)
    case hostLink(Secret)
    case useLink(Secret)
}

/// The first message of a connection.
public struct Join: Equatable, Sendable {
    public var secret: Secret
    /// What the client calls its pen; without one the secret stands for it.
    public var pen: Secret?
    public var name = PersonName.none
    /// How far the client has the room already.
    public var since: Position?
    /// With what to make the room if it does not exist.
    public var make: MakeOptions?
    /// Follows without entering.
    public var isWatching = false
    /// What an earlier welcome said, with which one may watch while the door is shut.
    public var read: Fingerprint?
    /// Wants each display with the events, having no engine of its own.
    public var wantsViews = false

    public init(secret: Secret) {
        self.secret = secret
    }

    public struct Position: Equatable, Sendable {
        public var epoch: UInt64
        public var sequence: Int64
        /// Nil from a client without an engine.
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

/// A text that a client made up at random: letters, digits, `-` and `_`.
public struct Secret: Equatable, Sendable {
    public let bytes: [UInt8]

    /// 128 bits in base 64 have 22 characters; those of a pen, which needs no secrecy, 11.
    public static let bytesMin = 11
    public static let secretBytesMin = 22
    public static let bytesMax = 64

    /// Nil for what is too short or too long, or has other characters.
    public init?(_ bytes: some Collection<UInt8>) {
        guard (Self.bytesMin...Self.bytesMax).contains(bytes.count), bytes.allSatisfy(Self.isPart)
        else { return nil }
        self.bytes = Array(bytes)
    }

    /// Whether it is long enough for what must not be guessed.
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
