/// Who is told what a server has counted.
public enum MetricsAudience: String, CaseIterable, Sendable {
    /// Programs on the same machine, but for those whom a proxy lets in from elsewhere.
    case local
    /// Everybody who reaches the server.
    case all
    /// Nobody.
    case off
}
