public import SharedRoom

/// Makes the snapshot after some events from the one before them; nil before a room's first event.
/// The events follow the snapshot without a gap, and there is at least one.
public typealias SnapshotFold = @Sendable (_ snapshot: [UInt8]?, _ events: [Event]) -> [UInt8]
