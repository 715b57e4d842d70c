import SharedRoom

/// A room as one edge received it, from one opening to the next.
struct FollowedRoom {
    let opened: OpenedRoom
    /// The events of the opening and the later ones.
    private(set) var events: [Event] = []
    private(set) var summary: RoomSummary
    private(set) var isForgotten = false

    private init(_ opened: OpenedRoom) {
        self.opened = opened
        summary = RoomSummary(form: opened.snapshot)
        append(opened.events)
    }

    private mutating func append(_ more: [Event]) {
        events += more
        for event in more { summary.apply(event) }
    }

    var sequences: [Int64] { events.map(\.sequence) }

    /// Gaps, duplicates, decreasing times, and events while the room is not open.
    var faults: [String] {
        summary.faultCount == 0 ? [] : ["\(summary.faultCount) unexpected events"]
    }

    /// The room after each `opened` or `replaced`.
    static func openings(of room: RoomName, in reports: [LogReport]) -> [FollowedRoom] {
        var openings: [FollowedRoom] = []
        for report in reports {
            switch report {
            case .opened(room, _, let opened), .replaced(room, let opened):
                openings.append(FollowedRoom(opened))
            case .events(room, let events):
                if openings.isEmpty { openings.append(.missingOpening) }
                openings[openings.count - 1].handle(events)
            case .forgotten(room):
                if !openings.isEmpty { openings[openings.count - 1].isForgotten = true }
            case .opened, .done, .refused, .head, .events, .presence, .replaced,
                .forgotten, .failed:
                continue
            }
        }
        return openings
    }

    private mutating func handle(_ events: [Event]) {
        if isForgotten || events.isEmpty { summary.faultCount += 1 }
        append(events)
    }

    private static var missingOpening: FollowedRoom {
        var room = FollowedRoom(OpenedRoom(epoch: 0))
        room.summary.faultCount += 1
        return room
    }
}
