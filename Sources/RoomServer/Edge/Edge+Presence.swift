import SharedRoom

/// Who is here, told once a period: to those who know who was here what has changed, to the others
/// everything; and to the store, for the other edges.
extension Edge {
    mutating func sendPresence(of room: Int, at now: Int64) {
        switch rooms[room].presenceDeadline {
        case .none, .set: return
        case .wanted:
            rooms[room].presenceDeadline = .set
            deadlines.set(
                .presence, for: rooms.place(room), at: now + limits.presencePeriod)
        case .reached:
            rooms[room].presenceDeadline = .none
            announce(in: room)
            tellMembers(of: room)
        }
    }

    private mutating func announce(in room: Int) {
        guard let name = rooms[room].name else { return }
        let news = rooms[room].attendance.announcement()
        if !news.isEmpty { ask(.announce(name, came: news.came, gone: news.gone)) }
    }

    private mutating func tellMembers(of room: Int) {
        let news = rooms[room].attendance.news(of: rooms[room].room.people)
        let changes = news.isEmpty ? nil : frame(of: news, in: room)
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
        return ServerMessage.here(.changes(came: came, gone: news.gone)).encoded
    }

    private func frameOfEverybody(in room: Int) -> [UInt8] {
        let everybody = people(rooms[room].attendance.told, in: room)
        return ServerMessage.here(.all(everybody)).encoded
    }

    private func people(_ numbers: [UInt32], in room: Int) -> [Presence.Person] {
        numbers.map { number in
            let name = rooms[room].room.people[number]?.name ?? .none
            return Presence.Person(number: number, name: name)
        }
    }
}
