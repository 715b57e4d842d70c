/// The commits of a store since it was opened.
public struct CommitCounts: Equatable, Sendable {
    /// The number of events in each commit.
    public internal(set) var events = Histogram(
        bounds: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000])
    /// The duration of each commit in nanoseconds. Empty for the memory store.
    public internal(set) var times = Histogram.times
    /// The number of failed commits.
    public package(set) var failed: Int64 = 0
    /// The number of appends that Redis has, but not enough of its replicas.
    public package(set) var unconfirmed = 0
    /// The time since which the store cannot write, in milliseconds since 1970; nil if it can.
    public internal(set) var failingSince: Int64?

    public init() {}

    /// Adds the counts of a part of the store.
    package static func += (sum: inout CommitCounts, part: CommitCounts) {
        sum.events += part.events
        sum.times += part.times
        sum.failed += part.failed
        sum.unconfirmed += part.unconfirmed
        sum.failingSince = [sum.failingSince, part.failingSince].compactMap(\.self).min()
    }
}

extension RoomStore {
    /// For stores without counts.
    public var commits: CommitCounts { CommitCounts() }
}
