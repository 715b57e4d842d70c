public import SharedRoom

// The contract of all stores. docs/store.md states the same as rules; tests check each of them.
//
// A store keeps the logs of rooms. It puts what edges append into one order, gives each event its
// number and its time, keeps it, and tells every edge that has the room open. It does not know what
// an event means: whether an action is allowed is decided by `Room`, from the log, so an event
// without effect is numbered and kept like any other.
//
// **Edges.** An edge attaches with a function, `deliver`, and gets a number that no other edge has or
// had. It asks by `submit`, which returns without waiting for a disk, a network or an answer; what
// comes of it is delivered, on any thread, maybe before `submit` has returned, but never two times at
// once to one edge. `deliver` returns quickly and does not call the store, since the store may
// hold a lock meanwhile: an edge puts the report into a queue of its own. What one edge asks about
// one room is done and answered in the order in which it was asked; a request after an append is
// answered after the events of that append. What an unknown edge asks is passed over. When `detach`
// returns, the edge is told nothing more and its rooms are closed.
//
// **Opening.** `open` is answered by `opened` or by `notOpened`. `opened` has a snapshot, unless the
// room's first event is still kept, and the events after it. From there on every event is delivered
// in order, once and without gap, until the edge closes the room: that nothing falls between reading
// and listening is the store's care, not the edge's. To open an open room again is allowed and
// answered in the same way: events go on from the new `opened`, which is how an edge gets a sound
// copy of a room that it no longer trusts. Opens are not counted, one `close` closes. A room of which
// nothing is kept can be opened, since this is how rooms begin, and leaves nothing if it is closed
// without an event. `append`, `head`, `read`, `tape` and `forget` about a room that is not open at the
// edge are refused with `notOpen`; `close` and `announce` then do nothing. These two are never answered.
//
// **Appending.** An append ends in its events, delivered to every edge that has the room open and to
// the one that appended as well, or in `refused` with its ticket, and then nothing of it was or will
// be kept. The drafts of one append get consecutive numbers, all of them or none. An append without
// drafts does nothing and is not answered. The time of an event is never before that of the event
// before it in its room, whatever the clock does. What is delivered is durable: whatever the store
// promises to survive, an event that any edge was told survives.
//
// **Reading.** `head` counts every event that any edge was told of before it was asked for, so a join
// that waits for it goes back behind nobody. `read` gives events from a number on, with the room before
// them. A store may put a snapshot in the place of a room's oldest events; those are then read no
// longer. `tape` gives lines that the room's own tape has dropped.
//
// **Epochs.** An epoch is one unbroken life of a room's log: it is the same at every edge and every
// opening, until the room is forgotten or the store cannot vouch for what it once reported. A room
// without events may have another epoch whenever nobody has had it open in between.
//
// **Forgetting.** `forget` deletes what is kept of a room that is open at the edge which asks. Every edge
// that has it open is told `forgotten`; for all of them the room is then closed. What is opened under
// that name later is a new room, with event 1 and another epoch.
//
// **Presence.** `announce` says who is connected to this edge. It is kept only in memory, told to the
// other edges that have the room open as far as it changes anything, given to an edge at opening, and
// withdrawn when the edge that said it closes the room or detaches.
//
// **Failure.** A store that cannot write refuses `append` and `forget` with `unavailable`, goes on
// with everything else, and takes up writing by itself when it can. A store whose queue is full
// refuses too, instead of letting it grow.
public protocol RoomStore: AnyObject, Sendable {
    /// A new edge, to which everything is told through `deliver`, together what became so together.
    /// The result is its number.
    func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32

    /// Asks for these, one after the other.
    func submit(_ requests: [LogRequest], from edge: UInt32)

    /// What was committed since it began.
    var commits: CommitCounts { get }

    /// The edge is gone. Its rooms are closed, and nothing more is delivered to it.
    func detach(_ edge: UInt32)
}

extension RoomStore {
    /// For whoever takes one report after the other.
    public func attach(_ deliver: @escaping @Sendable (LogReport) -> Void) -> UInt32 {
        attach(together: { reports in for report in reports { deliver(report) } })
    }

    /// `store.submit(.open(name), from: edge)`
    public func submit(_ request: LogRequest, from edge: UInt32) {
        submit([request], from: edge)
    }
}
