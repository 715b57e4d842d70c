import CalculatorEngine

/// Limits of a room's size. They are part of the rules: all replicas must enforce the same limits, so
/// operators cannot change them.
public enum RoomLimits {
    /// Participants of a room; enough for a school assembly. Longer lists of people are unusable.
    public static let peopleMax = 1_000
    /// Pens of a participant; enough for tabs and devices in use at the same time, and for reloads.
    public static let pensMax = 8
    /// Hosts of a room; enough for a teacher's second devices and substitutes.
    public static let hostsMax = 8
    /// Characters of a name that fit in a line of a list.
    public static let nameCharactersMax = 32
    /// Tape lines in a room's state; a store keeps older lines.
    public static let tapeLinesMax = 100
    /// The size of these lines in bytes; enough for a hundred long ones. Everybody who joins receives them.
    public static let tapeBytesMax = 32_768
    /// Steps that can be undone; enough for a lesson.
    public static let historyStepsMax = 200
    /// The size of these steps in bytes. A step takes about 50; one that clears a long formula takes some
    /// hundred more.
    public static let historyBytesMax = 32_768
    /// Keys of an expression that is typed as one step; enough for a formula of the largest length.
    public static let typedKeysMax = EngineLimits.replayKeysMax
    /// Characters of a question: two lines of a board.
    public static let questionCharactersMax = 200
    /// Keys of an answer; more than anybody types to answer a question. They fit in a frame.
    public static let answerKeysMax = 64
    /// Bytes of an answer: its keys and its result.
    static let answerBytesMax = 1 + answerKeysMax + amountBytesMax
    /// All answers in bytes of a snapshot; enough for a thousand of 30 keys. Everybody who joins receives them.
    public static let answersBytesMax = 65_536
    /// Groups of answers in a view, which every frame with events contains.
    public static let groupsInViewMax = 10
    /// Milliseconds before the calculator's last step in which a removed participant's steps can be taken back.
    public static let rewindTime: Int64 = 60_000
    /// Bills of a room; enough for a trip. The limits of one bill also limit all of them together.
    public static let billsMax = 20
    /// Steps of all bills that can be undone; enough for an evening.
    public static let billStepsMax = 50
    /// The size of these steps in bytes. Most take about 60; removing a full bill takes some thousand.
    public static let billStepBytesMax = 16_384
    /// Guests in bills who are not in the room; enough for a long table.
    public static let guestsMax = 100
    /// Characters of an amount: as many as a calculator can show.
    public static let amountBytesMax = EngineLimits.numberBytesMax
    /// Bytes of a currency sign in UTF-8: `NT$`, `Kčs`, or four characters of any script.
    public static let signBytesMax = 16
    /// The largest integer that all JSON implementations represent exactly.
    public static let numberMax: Int64 = 9_007_199_254_740_991
}

/// Limits of a `calcroom.v1` frame.
public enum WireLimits {
    /// Bytes of a frame from a client; enough for eighteen of the longest actions.
    public static let frameBytesMax = 4_096
    /// Keys in one frame; enough for a pasted long number.
    public static let keysPerFrameMax = 64
    /// Nesting depth: ten times the depth of a message, and the number of bits in a word.
    public static let depthMax = 64
    /// Members of a decoded object; enough for three times as many as today's messages have.
    public static let membersMax = 32
}
