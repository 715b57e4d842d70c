/// The list of events in a frame. Their numbers follow from the first or the last one, a time that
/// is left out from the event before.
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
        let view = try JSONObject(value)
        return RoomView(
            keypad: try view.required("keypad").keypad(),
            display: Array(try view.required("display").string()),
            expression: Array(try view.required("expression").string()),
            isLocked: try view.optional("locked")?.boolean() ?? false)
    }
}
