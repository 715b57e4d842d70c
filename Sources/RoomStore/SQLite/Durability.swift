/// What survives once it was reported.
public enum Durability: Int64, CaseIterable, Sendable {
    /// A power cut.
    case full = 2
    /// The end of the program, however it ends. A power cut may take the last seconds.
    case os = 1
    /// The same, and a power cut may take the whole file.
    case none = 0

    /// `full`
    public var name: String {
        switch self {
        case .full: "full"
        case .os: "os"
        case .none: "none"
        }
    }
}
