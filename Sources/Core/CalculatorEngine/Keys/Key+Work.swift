extension Key {
    /// True if the key takes computation steps in some state of some keypad.
    public var mayCompute: Bool {
        switch self {
        case .sign, .infix, .equals, .squareRoot, .postfix, .function, .tip,
            .memory(.add), .memory(.subtract), .memory(.store):
            true
        case .digit, .point, .exponent, .constant, .open, .close, .backspace, .clear, .angle,
            .memory(.clear), .memory(.recall), .answer, .form:
            false
        }
    }
}
