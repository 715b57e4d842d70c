/// The limits of a calculator, each with its reason. A key that would exceed a limit changes nothing
/// and leaves a notice.
public enum EngineLimits {
    /// The most digits that any keypad shows. A number being typed is stored in a 128-bit integer,
    /// which holds 38 digits.
    public static let entryDigitsMax = 32
    /// The number of digits in the largest exponent, 9999.
    public static let exponentDigitsMax = 4
    /// Numbers, operators, functions and parentheses in one formula: enough to add one number for
    /// each pupil of a class of sixty.
    public static let tokensMax = 128
    /// Open parentheses at one time. Deeper nesting is unreadable.
    public static let depthMax = 24
    /// Operations that the expression of a running calculation shows. A longer expression starts
    /// again from the running total.
    public static let chainMax = 32
    /// Functions applied in sequence to one number that are shown. Further functions are applied to
    /// their result.
    public static let appliedMax = 8
    /// 64-bit words in the numbers of one expression that came from results and memory; an exact
    /// number of the largest size has 215. Typed numbers are not counted, because the number of
    /// tokens limits them.
    public static let valueWordsMax = 512
    /// Steps of work for one key press or one display: 3248! takes 441,465. The slowest kinds of
    /// steps take 3.5 ns natively, so that no key takes longer than 2 ms.
    public static let stepsMax = 500_000
    /// Keys of an expression that is edited, pasted or reused: more than any expression that fits.
    public static let replayKeysMax = 256
    /// The text of a number: a sign, `0.`, 31 zeros and 32 digits.
    public static let numberBytesMax = 66
    /// The text of an expression. Apart from a number, a token has at most an implied × of four bytes
    /// and two parentheses.
    public static let expressionBytesMax = tokensMax * (numberBytesMax + 6)
    /// The largest state of a calculator, in memory or encoded.
    public static let stateBytesMax = 32_768
}
