/// The failures that reported events survive.
public enum Durability: Int64, CaseIterable, Sendable {
    /// Power cuts.
    case full = 2
    /// The end of the process, also when it is killed. A power cut may lose the last seconds.
    case os = 1
    /// The end of the process. A power cut may damage the file.
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
