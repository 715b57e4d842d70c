/// A fault in the simulated world that its checks must find.
enum PlantedBug: CaseIterable {
    /// Redis accepts appends from an earlier connection of a node.
    case oldConnectionMayAppend
    case lostEventsKeepTheEpoch
    case promotedReplicaKeepsTheEpoch
    /// A node does not find out which appends were executed.
    case appendsHaveNoNumber
    case announcementsAreNotCounted
    /// A reader does not notice that a room was forgotten.
    case readerIgnoresEpoch
    case readerSeesOldState
}
