import SharedRoom

/// Who is here: to those who know who was here what has changed, to the others everything; and to the
/// store, for the other edges.
///
/// It is looked at once a period. Whoever is new learns then what all have been told. To tell all
/// something new costs a frame for each, so the next time comes the later the more they are; what
/// happens meanwhile is told together. However people come and go, and however many they are, a room
/// is so told a certain number of frames a second and not more.
extension Edge {
    /// Gathers those who come and go until the period is over.
    mutating func tellPresenceSoon(in room: Int) {
        guard rooms[room].presenceDeadline == .none else { return }
        rooms[room].presenceDeadline = .wanted
        makeDue(room)
    }

    mutating func sendPresence(of room: Int, at now: Int64) {
        switch rooms[room].presenceDeadline {
        case .none, .set: return
        case .wanted: setPresenceDeadline(of: room, at: now)
        case .reached:
            rooms[room].presenceDeadline = .none
            announce(in: room)
            if isNewsDue(in: room, at: now) {
                tellMembers(of: room, takeNews(in: room, at: now))
            } else {
                tellMembers(of: room, nil)
                setPresenceDeadline(of: room, at: now)
            }
        }
    }

    private mutating func setPresenceDeadline(of room: Int, at now: Int64) {
        rooms[room].presenceDeadline = .set
        deadlines.set(.presence, for: rooms.place(room), at: now + limits.presencePeriod)
    }

    private func isNewsDue(in room: Int, at now: Int64) -> Bool {
        guard let told = rooms[room].presenceTold else { return true }
        return now - told >= limits.presencePeriodPerSession * Int64(rooms[room].members.count)
    }

    private mutating func takeNews(in room: Int, at now: Int64) -> Attendance.News? {
        let people = rooms[room].room.people
        let news = rooms[room].attendance.news(of: people, listedMax: limits.peopleListedMax)
        if news != nil { rooms[room].presenceTold = now }
        return news
    }

    private mutating func announce(in room: Int) {
        guard let name = rooms[room].name else { return }
        let news = rooms[room].attendance.announcement()
        if !news.isEmpty { requests.ask(.announce(name, came: news.came, gone: news.gone)) }
    }

    private mutating func tellMembers(of room: Int, _ news: Attendance.News?) {
        let changes = news.map { frame(of: $0, in: room) }
        var everybody: [UInt8]?
        for place in rooms[room].members.indices {
            let member = rooms[room].members[place]
            guard !sessions[member.session.slot].isBlocked else {
                if changes != nil { rooms[room].members[place].knowsPresent = false }
                continue
            }
            if member.knowsPresent {
                if let changes { act(.send(member.session, changes)) }
                continue
            }
            let frame = everybody ?? frameOfEverybody(in: room)
            everybody = frame
            act(.send(member.session, frame))
            rooms[room].members[place].knowsPresent = true
        }
    }

    private func frame(of news: Attendance.News, in room: Int) -> [UInt8] {
        let came = people(news.came, in: room)
        return ServerMessage.here(
            .changes(
                came: came, gone: news.gone, count: rooms[room].attendance.toldCount,
                watching: rooms[room].attendance.toldWatching)
        ).encoded
    }

    private func frameOfEverybody(in room: Int) -> [UInt8] {
        let attendance = rooms[room].attendance
        let listed = people(attendance.listed, in: room)
        return ServerMessage.here(
            .all(listed, count: attendance.toldCount, watching: attendance.toldWatching)
        ).encoded
    }

    private func people(_ numbers: [UInt32], in room: Int) -> [Presence.Person] {
        numbers.map { number in
            let name = rooms[room].room.people[number]?.name ?? .none
            return Presence.Person(number: number, name: name)
        }
    }
}
