/// A piece of Swift source that the house rules look at. Comments are no tokens, and of a string
/// only the code between `\(` and `)` is read, so that no rule ever stumbles over prose.
struct Token: Equatable {
    enum Kind {
        case word
        case rawIdentifier
        case number
        case symbol
        case string
    }

    var kind: Kind
    var text: String
    var line: Int
    /// Whether the token stands directly after the one before it. This is what tells `a!` from `!a`
    /// and `list[index]` from a list.
    var isAttached: Bool
}
