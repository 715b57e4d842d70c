import SharedRoom

@testable import RoomStore

/// A bug in a simulated world that its checks must find.
enum PlantedBug: CaseIterable {
    // In Redis:

    /// Redis accepts appends from an earlier connection of a node.
    case oldConnectionMayAppend
    case lostEventsKeepTheEpoch
    case promotedReplicaKeepsTheEpoch
    /// A promoted replica keeps the epoch if it has restarted before a node connects.
    case restartedReplicaKeepsTheEpoch
    /// A node does not find out which appends were executed.
    case appendsHaveNoNumber
    case announcementsAreNotCounted
    /// Events are published before replicas have them.
    case eventsArePublishedEarly
    /// A room is opened with events that replicas may not have.
    case openersReadBehindTheHead

    // In SQLite:

    case nothingIsSynced
    case rowsOfTheJournalAreLost
    case linesOfTheTapeAreLost

    // In any backend:

    case appendsAreExecutedTwice
    case refusedAppendsAreExecuted
    case eventsAreReportedTwice
    /// Only a shared backend can miss events.
    case missingEventsAreNotRead

    // In document reading:

    /// A reader does not notice that another store epoch has begun.
    case readerIgnoresEpoch
    case readerSeesOldState
    case readerSkipsEvents

    /// The simulations that must find the bug.
    var worlds: [SimulatedWorld.Kind] {
        switch self {
        case .oldConnectionMayAppend, .lostEventsKeepTheEpoch, .promotedReplicaKeepsTheEpoch,
            .restartedReplicaKeepsTheEpoch, .appendsHaveNoNumber, .announcementsAreNotCounted,
            .eventsArePublishedEarly, .openersReadBehindTheHead, .missingEventsAreNotRead,
            .readerIgnoresEpoch, .readerSeesOldState:
            [.nodes]
        case .nothingIsSynced, .rowsOfTheJournalAreLost, .linesOfTheTapeAreLost: [.file]
        case .appendsAreExecutedTwice, .refusedAppendsAreExecuted, .eventsAreReportedTwice,
            .readerSkipsEvents:
            [.nodes, .file]
        }
    }
}

extension StoreEngine {
    /// Lets the backend execute all commands, with a planted bug.
    func run(_ backend: some Backend, _ bug: PlantedBug?) {
        guard let bug else { return run(backend) }
        while true {
            if let command = nextCommand() {
                perform(command, backend, bug)
            } else if let event = backend.events.removeFirst() {
                handle(altered(event, bug))
            } else {
                return
            }
        }
    }

    private func perform(_ command: BackendCommand, _ backend: some Backend, _ bug: PlantedBug) {
        switch (command, bug) {
        case (.append(let name, let id, let drafts), .appendsAreExecutedTwice)
        where id.isMultiple(of: 8):
            backend.perform(command)
            backend.perform(.append(name, -id, drafts))
        case (.catchUp(let name, _), .missingEventsAreNotRead):
            backend.events.append(.caughtUp(name))
        default: backend.perform(command)
        }
    }

    private func altered(_ event: BackendEvent, _ bug: PlantedBug) -> BackendEvent {
        switch (event, bug) {
        case (.appended(let name, let id, _), .refusedAppendsAreExecuted)
        where id.isMultiple(of: 8):
            .failed(name, id, .unavailable)
        default: event
        }
    }

    /// The next reports, with a planted bug.
    func nextReports(_ bug: PlantedBug?) -> [(edges: [UInt32], report: LogReport)] {
        guard let next = nextReport() else { return [] }
        if bug == .eventsAreReportedTwice, case .events = next.report { return [next, next] }
        return [next]
    }
}

/// A reader that loses an event between two pages.
final class SkippingReader: LogReader {
    private let reader: any LogReader

    init(_ reader: any LogReader) { self.reader = reader }

    func room(_ name: RoomName) throws(StoreError) -> OpenedRoom? { try reader.room(name) }

    func state(before sequence: Int64, of log: StoredLog) throws(StoreError) -> StoredState {
        try reader.state(before: sequence, of: log)
    }

    func events(after sequence: Int64, of log: StoredLog) throws(StoreError) -> [Event] {
        try reader.events(after: sequence + 1, of: log)
    }

    func tapeRange(
        before sequence: Int64, count: Int, of log: StoredLog
    ) throws(StoreError) -> TapeRange? {
        try reader.tapeRange(before: sequence, count: count, of: log)
    }

    func tape(_ range: TapeRange, of log: StoredLog) throws(StoreError) -> [TapeEntry] {
        try reader.tape(range, of: log)
    }
}
