import SharedRoom

@testable import RedisStore
@testable import RoomStore

/// Scripts. Each is the same as its Lua file.
extension SimulatedRedis {
    func append(
        _ keys: [String], _ arguments: [String], _ values: [[UInt8]]
    ) -> RedisReply {
        let connection = connection(ofKey: keys[2]).map { "\($0)" }
        guard connection == arguments[1] || bug == .oldConnectionMayAppend else {
            return .failure("FENCED this connection is not the last one of its node")
        }
        if let refusal { return refusal }
        let before = room(keys[0])
        if let epoch = before.epoch, epoch != arguments[0] { return .list([]) }
        let time = max(Int64(arguments[2]) ?? 0, before.time ?? 0)
        let first = (before.events.last?.sequence ?? before.compacted) + 1
        update(keys[0]) { room in
            for (index, body) in values[7...].enumerated() {
                room.events.append(
                    Entry(
                        sequence: first + Int64(index), time: time, body: body,
                        append: index == 0 ? values[5] : nil))
            }
            room.epoch = arguments[0]
            room.time = time
            room.rules = arguments[3]
        }
        let last = first + Int64(values.count) - 8
        if arguments[6] == "1" || bug == .eventsArePublishedEarly {
            publish(after: first - 1, to: last, keys[0])
        }
        return .list([text("\(first)"), text("\(time)"), text("\(before.compacted)")])
    }

    func confirm(_ keys: [String], _ arguments: [String]) -> RedisReply {
        guard connection(ofKey: keys[2]).map({ "\($0)" }) == arguments[1] else {
            return .failure("FENCED this connection is not the last one of its node")
        }
        if let refusal { return refusal }
        guard room(keys[0]).epoch == arguments[0] else { return .number(0) }
        let (head, last) = (room(keys[0]).head ?? 0, Int64(arguments[2]) ?? 0)
        if last > head { publish(after: head, to: last, keys[0]) }
        return .number(1)
    }

    /// Moves the head, and publishes the events up to it.
    private func publish(after head: Int64, to last: Int64, _ key: String) {
        update(key) { $0.head = last }
        let entries = room(key).events.filter { $0.sequence > head && $0.sequence <= last }
        published[name(ofKey: key), default: []] += entries
        publishedTexts.formUnion(entries.map(\.body))
        var rest = entries[...]
        while let first = rest.first {
            let group = rest.prefix { $0.time == first.time }
            rest = rest.dropFirst(group.count)
            let lines = [
                "events", room(key).epoch ?? "", String(data.epoch ?? 0, radix: 16),
                "\(first.sequence)", "\(group.last?.sequence ?? 0)", "\(first.time)",
            ].map { Array($0.utf8) }
            publish(key, Array((lines + group.map(\.body)).joined(separator: [10])))
        }
    }

    func open(_ keys: [String], _ arguments: [String]) -> RedisReply {
        var room = room(keys[0])
        if !arguments[0].isEmpty, isReplica { return readOnly }
        if !arguments[0].isEmpty, room.epoch == nil {
            room.epoch = arguments[0]
            if !isFull { update(keys[0]) { $0.epoch = arguments[0] } }
        }
        var after = Int64(arguments[3]) ?? 0
        var snapshot = RedisReply.nothing
        if after < room.compacted || after < 0 {
            after = max(room.compacted, after)
            snapshot = room.snapshot.map { .bytes($0) } ?? .nothing
        }
        let head = bug == .openersReadBehindTheHead ? .max : room.head ?? 0
        let events = rows(of: keys[1], "(0-\(after)", "0-\(head)", .max)
        let edges = UInt32(arguments[4]) ?? 1
        let present = room.present.sorted { $0.key < $1.key }.flatMap {
            edge, said -> [RedisReply] in
            let parts = said.split(separator: ":", omittingEmptySubsequences: false)
            let current = connection(ofKey: "\(keys[3])\(edge / edges)")
            guard let current, parts[0] == "\(current)" else {
                if !arguments[0].isEmpty { update(keys[0]) { $0.present[edge] = nil } }
                return []
            }
            return [text("\(edge)"), text(said)]
        }
        return .list([
            text(room.epoch ?? ""), text("\(room.head ?? 0)"), text(room.rules),
            text("\(room.compacted)"), snapshot, .list(events), text("\(room.announced)"),
            .list(present), text(data.epoch.map { String($0, radix: 16) }),
            text("\(room.events.last?.sequence ?? room.head ?? 0)"),
        ])
    }

    func compact(
        _ keys: [String], _ arguments: [String], _ values: [[UInt8]]
    ) -> RedisReply {
        if let refusal { return refusal }
        let before = room(keys[0])
        guard before.epoch == arguments[0], "\(before.compacted)" == arguments[1] else {
            return .number(0)
        }
        update(keys[0]) { room in
            room.compacted = Int64(arguments[2]) ?? 0
            room.snapshot = values[3]
            room.keepHistory(arguments[7...10].map { Int64($0) ?? 0 })
            if arguments[4] == "1" { room.tape = [] }
            for index in stride(from: 11, to: arguments.count, by: 2) {
                room.tape.append((arguments[index], values[index + 1]))
            }
        }
        return .number(1)
    }

    func announce(
        _ keys: [String], _ arguments: [String], _ values: [[UInt8]]
    ) -> RedisReply {
        guard let connection = connection(ofKey: keys[2]), "\(connection)" == arguments[0] else {
            return .failure("FENCED this connection is not the last one of its node")
        }
        if let refusal { return refusal }
        guard room(keys[0]).epoch == arguments[1] else { return .number(0) }
        let presence = "\(arguments[0]):\(arguments[3])"
        update(keys[0]) { room in
            room.present[UInt32(arguments[2]) ?? 0] = arguments[3].isEmpty ? nil : presence
            if bug != .announcementsAreNotCounted { room.announced += 1 }
        }
        let number = room(keys[0]).announced
        let lines = ["present", arguments[1], "\(number)", arguments[2], presence]
        publish(keys[0], Array(lines.joined(separator: "\n").utf8))
        return .number(1)
    }

    func forget(_ keys: [String], _ arguments: [String]) -> RedisReply {
        guard let connection = connection(ofKey: keys[5]), "\(connection)" == arguments[3] else {
            return .failure("FENCED this connection is not the last one of its node")
        }
        if let refusal { return refusal }
        guard room(keys[0]).epoch == arguments[0] else { return .number(0) }
        data.rooms[name(ofKey: keys[0])] = Room(epoch: arguments[1])
        published[name(ofKey: keys[0])] = nil
        publish(keys[0], Array("forgotten\n\(arguments[0])".utf8))
        return .number(1)
    }
}
