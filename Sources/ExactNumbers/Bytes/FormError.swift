/// Why bytes are no state in its binary form.
public enum FormError: Error, Equatable, Sendable {
    /// They end too early.
    case cutShort
    /// They say what no state says, or say it otherwise than it is written.
    case invalid
}
