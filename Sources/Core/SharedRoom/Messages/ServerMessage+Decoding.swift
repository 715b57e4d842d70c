import CalculatorEngine
import ExactNumbers

extension ServerMessage {
    /// Decodes a frame; nil if it has a message that only newer servers know.
    public static func decode(_ frame: [UInt8]) throws(CodecError) -> ServerMessage? {
        let object = try JSONObject(frame: frame)
        return try object.onlyKnownMember { (value) throws(CodecError) in
            try read(value, in: object)
        }
    }

    private static func read(
        _ value: JSONValue, in object: JSONObject
    ) throws(CodecError) -> ServerMessage? {
        switch value {
        case "events": return .events(try EventFrame(object, value))
        case "welcome": return .welcome(try Welcome(JSONObject(value)))
        case "here": return .here(try Presence(JSONObject(value)))
        case "refused": return try refused(JSONObject(value))
        case "alive":
            return .alive(
                try value.number(from: 0), sequence: try object.required("seq").number(from: 0))
        case "bye":
            let bye = try JSONObject(value)
            return .bye(
                why: try bye.optional("why")?.closeReason(),
                retry: try bye.optional("retry")?.number(from: 0))
        default: return nil
        }
    }

    private static func refused(_ object: JSONObject) throws(CodecError) -> ServerMessage {
        .refused(
            number: try object.required("n").number(from: 1),
            why: try object.optional("why")?.refusalReason(),
            retry: try object.required("retry").number(from: 0))
    }
}

extension EventFrame {
    fileprivate init(_ object: JSONObject, _ list: JSONValue) throws(CodecError) {
        let first = try object.required("seq").number(from: 1)
        self.init(
            first: first, events: try list.events(first: first),
            hash: try object.optional("hash")?.hash(),
            read: try object.optional("read")?.fingerprint(), view: try object.view())
    }
}

extension Presence {
    fileprivate init(_ object: JSONObject) throws(CodecError) {
        let count = try object.optional("count")?.smallNumber()
        let watching = try object.optional("watching")?.smallNumber() ?? 0
        if let all = try object.optional("all") {
            self = .all(try all.people(), count: count, watching: watching)
        } else {
            self = .changes(
                came: try object.optional("came")?.people() ?? [],
                gone: try object.optional("gone")?.participants() ?? [], count: count,
                watching: watching)
        }
    }
}

extension JSONValue {
    fileprivate func people() throws(CodecError) -> [Presence.Person] {
        var people: [Presence.Person] = []
        var list = try list()
        while let value = try list.next() {
            let person = try JSONObject(value)
            people.append(
                Presence.Person(
                    number: try person.required("who").participant(),
                    name: try person.optional("name")?.personName() ?? .none))
        }
        return people
    }

    fileprivate func participants() throws(CodecError) -> [UInt32] {
        var participants: [UInt32] = []
        var list = try list()
        while let value = try list.next() { participants.append(try value.participant()) }
        return participants
    }

    fileprivate func closeReason() throws(CodecError) -> CloseReason? {
        let name = try string(or: .string)
        for reason in CloseReason.allCases where reason.name.isEqual(to: name) { return reason }
        return nil
    }

    fileprivate func refusalReason() throws(CodecError) -> RefusalReason? {
        let name = try string(or: .string)
        for reason in RefusalReason.allCases where reason.name.isEqual(to: name) { return reason }
        return nil
    }
}

extension Welcome {
    init(_ object: JSONObject) throws(CodecError) {
        let sequence = try object.required("seq").number(from: 0)
        self.init(
            rules: try object.required("rules").smallNumber(),
            you: try You(object),
            epoch: try object.required("epoch").hash(),
            sequence: sequence,
            hash: try object.required("hash").hash(),
            contents: try Contents(object, last: sequence),
            view: try object.view(),
            read: try object.optional("read")?.fingerprint())
    }
}

extension Welcome.You {
    /// Nil for a spectator.
    fileprivate init?(_ object: JSONObject) throws(CodecError) {
        guard let you = try object.optional("you") else { return nil }
        let last = try object.required("last")
        self.init(
            number: try you.participant(),
            pen: try object.optional("pen")?.smallNumber() ?? 0,
            last: last.isNull ? nil : try last.number(from: 0))
    }
}

extension Welcome.Contents {
    fileprivate init(_ object: JSONObject, last: Int64) throws(CodecError) {
        let snapshot = try object.optional("snapshot")
        let events = try object.optional("events")
        if let snapshot, events == nil {
            self = .snapshot(try snapshot.base64())
        } else if let events, snapshot == nil {
            self = .events(try events.events(last: last))
        } else {
            throw CodecError(.mustBe(.contents), "welcome")
        }
    }
}

/// The list of events in a frame. The sequence numbers follow from the first or the last one. An omitted
/// time equals the time of the previous event.
extension JSONValue {
    func events(first: Int64) throws(CodecError) -> [Event] {
        var events: [Event] = []
        var list = try list()
        while let value = try list.next() {
            let object = try JSONObject(value)
            let time = try object.optional("at")?.number(from: 0) ?? events.last?.time
            guard let time else { throw CodecError(.missing, "at") }
            let sequence = first + Int64(events.count)
            events.append(Event(sequence: sequence, time: time, draft: try Draft(object)))
        }
        return events
    }

    func events(last: Int64) throws(CodecError) -> [Event] {
        var list = try list()
        var count: Int64 = 0
        while try list.next() != nil { count += 1 }
        guard count <= last else {
            throw CodecError(.mustBe(.number(least: count, most: RoomLimits.numberMax)), "seq")
        }
        return try events(first: last - count + 1)
    }
}

extension JSONObject {
    func view() throws(CodecError) -> RoomView? {
        guard let value = try optional("view") else { return nil }
        return RoomView(json: try value.object())
    }
}
