public import RoomStore

/// The options of an SQLite store.
public struct SQLiteOptions: Sendable {
    public var path: String
    public var durability = Durability.full
    public var limits = SQLiteLimits()
    public var common: StoreOptions
    /// The name of an SQLite VFS, for tests with a simulated disk; nil for the usual one.
    package var system: String?
    /// Identifies the run of the machine. A killed process loses no commits, but a power cut may.
    package var boot = Boot.current

    public init(path: String, _ common: StoreOptions = StoreOptions()) {
        self.path = path
        self.common = common
    }
}

/// The limits of an SQLite store.
public struct SQLiteLimits: Sendable {
    /// The number of events of a room in the journal, which every opening applies.
    public var roomJournalEventsMax = 256
    /// The size of these events in bytes.
    public var roomJournalBytesMax = 32_768
    /// The size of the whole journal in bytes. The store reads it when it is opened.
    public var journalBytesMax = 16 << 20
    public var history = HistoryLimits(eventsMax: 200_000, bytesMax: 32 << 20)
    /// The size of the write-ahead log in pages of 4 KiB. A checkpoint of many pages would delay commits for
    /// milliseconds.
    public var logPagesMax: Int32 = 250
    /// The number of waiting requests. Beyond it, appends are refused.
    public var waitingMax = 100_000

    public init() {}
}

/// The failures that reported events survive.
public enum Durability: Int64, CaseIterable, Sendable {
    /// Power cuts.
    case full = 2
    /// The end of the process, also when it is killed. A power cut may lose the last seconds.
    case os = 1
    /// The end of the process. A power cut may damage the file.
    case none = 0

    /// `full`
    public var name: String { "\(self)" }
}
