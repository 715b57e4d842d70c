/// What a store has committed since it began.
public struct CommitCounts: Equatable, Sendable {
    /// Events of a commit, of all rooms together.
    public internal(set) var events = Histogram(
        bounds: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000])
    /// Nanoseconds that a commit took; none where a store waits for nothing.
    public internal(set) var times = Histogram.times
    /// Commits that failed, so that everything in them was refused.
    public internal(set) var failed: Int64 = 0

    public init() {}
}

extension RoomStore {
    /// A store that counts nothing.
    public var commits: CommitCounts { CommitCounts() }
}
