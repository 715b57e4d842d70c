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
    /// Nil for a watcher.
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
