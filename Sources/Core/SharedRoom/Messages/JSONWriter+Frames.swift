import CalculatorEngine
import ExactNumbers

/// Writes frames of events in parts, from previously encoded bodies or from events.
extension JSONWriter {
    /// `{"seq":121,"events":[`
    public mutating func beginFrame(first sequence: Int64) {
        beginObject()
        beginEvents(first: sequence)
    }

    /// Writes `{` or `{"at":1790000000000,`, which precede the body of an event, with a separating comma if
    /// needed. `time` is nil if the previous event of the frame has the same time.
    public mutating func beginEvent(at time: Int64?) {
        beginObject()
        guard let time else { return }
        member("at", time)
        separate()
    }

    /// `],"hash":"9f2c018877665544","view":{"display":"12","expression":"5 + 7","keypad":"formula"}}`
    public mutating func endFrame(hash: UInt64?, read: Fingerprint? = nil, view: RoomView?) {
        endEvents(hash: hash, read: read, view: view)
        endObject()
    }

    mutating func beginEvents(first sequence: Int64) {
        member("seq", sequence)
        beginList("events")
    }

    mutating func endEvents(hash: UInt64?, read: Fingerprint?, view: RoomView?) {
        endList()
        if let hash { member("hash", hash: hash) }
        if let read { member("read", read) }
        view?.write(to: &self)
    }

    /// Writes events into the current list.
    mutating func events(_ events: [Event]) {
        var time: Int64?
        for event in events {
            beginEvent(at: event.time == time ? nil : event.time)
            event.draft.writeBody(to: &self)
            time = event.time
        }
    }
}

extension JSONWriter {
    /// `"form":{"kind":"fraction","text":"2/3"}`
    public mutating func member(_ form: Display.Form) {
        beginObject("form")
        member("kind", form.kind.name)
        member("text", form.text)
        endObject()
    }
}

extension RoomView {
    func write(to writer: inout JSONWriter) {
        writer.member("view")
        writer.append(json)
    }
}
