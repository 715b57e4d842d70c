public import SharedRoom

/// Keeps the event logs of rooms. docs/store.md has the contract; the contract tests check it against every store.
///
/// A store orders the actions that edges append, gives each event its sequence number and time, makes it durable, and
/// delivers it to every edge that has the room open. It does not interpret events: `Room` decides from the log
/// whether an action has an effect.
///
///     let edge = store.attach { reports in inbox.deliver(reports) }
///     store.submit([.open(room, ticket: 1), .append(room, drafts, ticket: 2)], from: edge)
///     // opened(room, ticket: 1, …), events(room, …), done(room, ticket: 2)
public protocol RoomStore: AnyObject, Sendable {
    /// Attaches an edge and returns its number. `deliver` receives the reports of each commit together. It may be called
    /// on any thread, with a lock of the store, so it returns quickly and does not call the store.
    func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32

    /// Submits requests, which are executed in this order, and returns without waiting for them.
    func submit(_ requests: [LogRequest], from edge: UInt32)

    /// Makes a reader of the stored rooms.
    func makeReader() -> any LogReader

    /// The commits since the store was opened.
    var commits: CommitCounts { get }

    /// Detaches an edge and closes its rooms. It receives nothing more.
    func detach(_ edge: UInt32)
}

extension RoomStore {
    /// Attaches an edge that receives the reports one by one.
    public func attach(_ deliver: @escaping @Sendable (LogReport) -> Void) -> UInt32 {
        attach(together: { reports in for report in reports { deliver(report) } })
    }

    /// `store.submit(.open(name, ticket: 1), from: edge)`
    public func submit(_ request: LogRequest, from edge: UInt32) {
        submit([request], from: edge)
    }
}
