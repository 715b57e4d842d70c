import CalculatorEngine
import SharedRoom

/// The checker's copy of one epoch of a room, made from the committed events.
final class RoomRecord {
    struct Entry {
        let event: Event
        let hash: UInt64
        /// The view after this event, computed only if some page needs views.
        let view: RoomView?
        /// The display that a client showed after this event.
        var display: Display?
    }

    let name: RoomName
    let epoch: UInt64
    unowned let world: World
    private(set) var room = Room()
    private(set) var referee = Referee()
    private var entries: [Entry] = []
    /// The last event that any client showed as confirmed.
    var shown: Int64 = 0

    /// Minimum number of entries kept.
    private static let keptMin = 4_096

    init(_ name: RoomName, epoch: UInt64, _ world: World) {
        self.name = name
        self.epoch = epoch
        self.world = world
    }

    var head: Int64 { room.sequence }
    private var first: Int64 { head - Int64(entries.count) + 1 }

    subscript(sequence: Int64) -> Entry? {
        guard sequence >= first, sequence <= head else { return nil }
        return entries[Int(sequence - first)]
    }

    func entries(after sequence: Int64) -> ArraySlice<Entry> {
        entries[min(entries.count, max(0, Int(sequence + 1 - first)))...]
    }

    func recordDisplay(_ display: Display, at sequence: Int64) {
        guard sequence >= first, sequence <= head else { return }
        entries[Int(sequence - first)].display = display
    }

    /// Starts from the state of an opened room; earlier events are not checked.
    func start(from opened: OpenedRoom, needsView: Bool) {
        if let form = opened.snapshot, let room = try? Room(decoding: form) {
            self.room = room
            referee = Referee(of: room)
        }
        for event in opened.events { _ = append(event, needsView: needsView) }
    }

    /// Appends a committed event. Returns its verdict, `isDecided` if it has the next action number of its
    /// pen, and any failure.
    func append(
        _ event: Event, needsView: Bool
    ) -> (verdict: Verdict, isDecided: Bool, failure: Failure?) {
        let verdict = world.canary.altered(room.apply(event).verdict, on: event)
        let ruling = referee.rule(on: event)
        if verdict == .applied { referee.update(for: event) }
        entries.append(
            Entry(event: event, hash: room.hash, view: needsView ? room.view : nil))
        if entries.count > 2 * Self.keptMin { entries.removeFirst(Self.keptMin) }
        let failure = checkControl(event, verdict, ruling) ?? checkQuestion(after: event)
        return (verdict, referee.wasDecided, failure)
    }

    func failure(_ promise: Failure.Promise, _ text: String) -> Failure {
        Failure(promise: promise, room: name.text, text: text)
    }
}

extension OpenedRoom {
    /// Sequence number of the last stored event.
    var head: Int64 {
        if let last = events.last { return last.sequence }
        return snapshot.flatMap { try? Room(decoding: $0) }?.sequence ?? 0
    }
}
