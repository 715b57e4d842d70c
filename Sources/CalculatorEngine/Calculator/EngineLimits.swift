/// What a calculator may grow to, each with its reason. Whoever meets a limit is told by a notice,
/// and nothing changes.
public enum EngineLimits {
    /// An entry is kept in one machine integer of 128 bits, which holds 38 digits; this is as many
    /// as any keypad shows.
    public static let entryDigitsMax = 32
    /// As many as the exponents of the numbers have, which end at 9999.
    public static let exponentDigitsMax = 4
    /// Numbers, operators, functions and parentheses in one formula: room for adding up one number
    /// of each pupil of a class of sixty.
    public static let tokensMax = 128
    /// Parentheses open at a time. Nobody reads deeper ones.
    public static let depthMax = 24
    /// Operations of a running calculation that its expression still shows; from then on it begins
    /// anew with the running total.
    public static let chainMax = 32
    /// Functions applied one after the other to one number that are still shown; from then on
    /// their result stands there.
    public static let appliedMax = 8
    /// Words of 64 bits in the numbers that one expression took from results and memory; a number
    /// of the largest exact kind has 215. Numbers that were typed are not counted: the number of
    /// tokens limits them.
    public static let valueWordsMax = 512
    /// Steps of work for one key, and for a look at the display: 3248! takes 441,465 of them. The
    /// slowest kinds of steps take 3.5 ns natively, so that no key takes longer than 2 ms.
    public static let stepsMax = 500_000
    /// The text of a number: a sign, `0.`, 31 zeros and 32 digits.
    public static let numberBytesMax = 66
    /// The text of an expression: beside a number, a piece has at most a × of four bytes that nobody
    /// typed, and two parentheses.
    public static let expressionBytesMax = tokensMax * (numberBytesMax + 6)
    /// No state of a calculator takes more than this, in memory or written down.
    public static let stateBytesMax = 32_768
}
