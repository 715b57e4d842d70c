extension ServerMessage {
    /// The message as a frame.
    public var encoded: [UInt8] { encoded(naming: nil) }

    /// The message as a frame. `refused` and `bye` name the limit that caused them.
    public func encoded(naming limit: [UInt8]?) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(to: &writer, limit)
        writer.endObject()
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter, _ limit: [UInt8]?) {
        switch self {
        case .welcome(let welcome): welcome.write(to: &writer)
        case .events(let frame): frame.write(to: &writer)
        case .here(let presence): presence.write(to: &writer)
        case .refused(let number, let why, let retry):
            writer.beginObject("refused")
            writer.member("n", number)
            if let why { writer.member("why", why.name) }
            if let limit { writer.member("limit", limit) }
            writer.member("retry", retry)
            writer.endObject()
        case .alive(let number, let sequence):
            writer.member("alive", number)
            writer.member("seq", sequence)
        case .bye(let why, let retry):
            writer.beginObject("bye")
            if let why { writer.member("why", why.name) }
            if let limit { writer.member("limit", limit) }
            if let retry { writer.member("retry", retry) }
            writer.endObject()
        }
    }
}

extension EventFrame {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginEvents(first: first)
        writer.events(events)
        writer.endEvents(hash: hash, read: read, view: view)
    }
}

extension Welcome {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginWelcome(
            you, epoch: epoch, sequence: sequence, hash: hash, read: read, rules: rules)
        contents.write(to: &writer)
        writer.endMember(view)
    }
}

extension Welcome.Contents {
    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .snapshot(let bytes): writer.snapshot(Base64.encoded(bytes))
        case .events(let events):
            writer.beginList("events")
            writer.events(events)
            writer.endList()
        }
    }
}

extension Presence {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject("here")
        switch self {
        case .all(let people, let count, let watching):
            writer.people("all", people)
            writer.numbers(count, watching)
        case .changes(let came, let gone, let count, let watching):
            writer.people("came", came)
            writer.beginList("gone")
            for participant in gone { writer.number(Int64(participant)) }
            writer.endList()
            writer.numbers(count, watching)
        }
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func numbers(_ count: UInt32?, _ watching: UInt32) {
        if let count { member("count", count) }
        if watching > 0 { member("watching", watching) }
    }

    fileprivate mutating func people(_ name: StaticString, _ people: [Presence.Person]) {
        beginList(name)
        for person in people {
            beginObject()
            member("who", person.number)
            member("name", person.name.bytes)
            endObject()
        }
        endList()
    }
}
