import ExactNumbers

/// A key of any keypad.
///
/// Every key has a defined effect in every state of every keypad, often none.
public enum Key: Equatable, Sendable {
    case digit(Digit)
    case point
    /// `EE`: begins the exponent of ten.
    case exponent
    /// `±`
    case sign
    case infix(Infix)
    case equals
    case squareRoot
    case postfix(Postfix)
    case function(Function)
    case constant(Constant)
    case open
    case close
    case backspace
    case clear(Clearing)
    case angle(AngleUnit)
    case memory(MemoryKey)
    case tip(Tip)
    /// `Ans`: the number of the last `=`.
    case answer
    /// `S⇔D`: switches between the forms of a result, such as 0.75 and 3/4.
    case form
}

public enum Digit: UInt8, CaseIterable, Sendable {
    case zero, one, two, three, four, five, six, seven, eight, nine
}

/// The part that a clearing key clears.
public enum Clearing: Equatable, Sendable {
    /// `CE`: the number being typed.
    case entry
    /// `C`: the calculation but not the memory.
    case calculation
    /// `AC`: the calculation and the memory.
    case everything
}

public enum MemoryKey: Equatable, Sendable {
    case clear
    case recall
    case add
    case subtract
    case store
}

/// The percentages of the tip keys.
public enum Tip: Int, CaseIterable, Sendable {
    case ten = 10
    case fifteen = 15
    case eighteen = 18
    case twenty = 20
}
