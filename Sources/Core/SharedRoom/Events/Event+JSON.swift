/// Events as JSON. An edge encodes the body of an event once. Frames with the event differ only in the
/// sequence number of the first event and in the time, which are not part of the body.
extension Draft {
    /// Writes `"by":3,"n":42,"press":"7"}`: everything except the sequence number, the time and the opening
    /// brace. Includes the reason if the event was void.
    public func writeBody(to writer: inout JSONWriter, void reason: VoidReason? = nil) {
        signature?.write(to: &writer)
        action.write(to: &writer)
        if let reason { writer.member("void", reason.name) }
        writer.endObject()
    }

    init(_ object: JSONObject) throws(CodecError) {
        let action = try object.onlyKnownMember { (value) throws(CodecError) in
            try Action.read(value)
        }
        guard let action else { throw CodecError(.noAction, "n") }
        _ = try object.optional("void")?.string()
        self.init(action, signature: action.has(.byServer) ? nil : try Signature(object))
    }
}

/// A line of the event log as JSON: one event with its own sequence number and time.
extension Event {
    /// `{"seq":121,"at":1790000000000,"by":3,"n":42,"press":"7","void":"locked"}`
    public func writeLine(to writer: inout JSONWriter, void reason: VoidReason? = nil) {
        writer.beginObject()
        writer.member("seq", sequence)
        writer.member("at", time)
        draft.writeBody(to: &writer, void: reason)
    }

    public func line(void reason: VoidReason? = nil) -> [UInt8] {
        var writer = JSONWriter()
        writeLine(to: &writer, void: reason)
        return writer.bytes
    }

    /// Decodes a line that `line` wrote. The reason of a void event is discarded: applying the event yields
    /// it again.
    public static func decode(line: [UInt8]) throws(CodecError) -> Event {
        let object = try JSONObject(frame: line)
        return Event(
            sequence: try object.required("seq").number(from: 1),
            time: try object.required("at").number(from: 0),
            draft: try Draft(object))
    }
}
