import SharedRoom

/// A room as one edge was told of it, from an opening to the next: the snapshot, and the events
/// after it.
struct FollowedRoom {
    let opened: OpenedRoom
    /// Those of the opening and those told since.
    private(set) var events: [Event] = []
    private(set) var summary: RoomSummary
    private(set) var isForgotten = false

    private init(_ opened: OpenedRoom) {
        self.opened = opened
        summary = RoomSummary(form: opened.snapshot)
        take(opened.events)
    }

    private mutating func take(_ more: [Event]) {
        events += more
        for event in more { summary.take(event) }
    }

    var sequences: [Int64] { events.map(\.sequence) }

    /// A gap, a double, a time that goes back, and events that nobody asked for.
    var faults: [String] { summary.faultCount == 0 ? [] : ["\(summary.faultCount) events amiss"] }

    /// One for each opening. Events after `forgotten` would stand in a life that they do not fit.
    static func lives(of room: RoomName, in reports: [LogReport]) -> [FollowedRoom] {
        var lives: [FollowedRoom] = []
        for report in reports {
            switch report {
            case .opened(room, _, let opened), .replaced(room, let opened):
                lives.append(FollowedRoom(opened))
            case .events(room, let events):
                if lives.isEmpty { lives.append(.strange) }
                lives[lives.count - 1].told(events)
            case .forgotten(room):
                if !lives.isEmpty { lives[lives.count - 1].isForgotten = true }
            case .opened, .done, .refused, .head, .events, .presence, .replaced,
                .forgotten, .failed:
                continue
            }
        }
        return lives
    }

    /// An empty report is none, and none comes when the room is gone.
    private mutating func told(_ events: [Event]) {
        if isForgotten || events.isEmpty { summary.faultCount += 1 }
        take(events)
    }

    /// Stands for the opening that should have come first.
    private static var strange: FollowedRoom {
        var life = FollowedRoom(OpenedRoom(epoch: 0))
        life.summary.faultCount += 1
        return life
    }
}
