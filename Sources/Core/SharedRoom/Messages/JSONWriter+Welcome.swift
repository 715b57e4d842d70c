/// Writes a welcome in parts, so that an edge encodes the common parts of many welcomes only once.
extension JSONWriter {
    /// `{"welcome":{"rules":4,"you":3,…,"hash":"0123456789abcdef"`
    public mutating func beginWelcome(
        _ you: Welcome.You?, epoch: UInt64, sequence: Int64, hash: UInt64, read: Fingerprint?
    ) {
        beginObject()
        beginWelcome(
            you, epoch: epoch, sequence: sequence, hash: hash, read: read, rules: Room.rules)
    }

    /// Writes `,"snapshot":"Y2FsYw=="` from base 64.
    public mutating func snapshot(_ base64: [UInt8]) {
        member("snapshot")
        append("\"")
        append(base64)
        append("\"")
    }

    public mutating func beginMissedEvents() { beginList("events") }

    public mutating func endMissedEvents() { endList() }

    public mutating func endWelcome(view: RoomView?) {
        endMember(view)
        endObject()
    }

    mutating func beginWelcome(
        _ you: Welcome.You?, epoch: UInt64, sequence: Int64, hash: UInt64, read: Fingerprint?,
        rules: UInt32
    ) {
        beginObject("welcome")
        member("rules", rules)
        if let you { write(you) }
        member("epoch", hash: epoch)
        member("seq", sequence)
        member("hash", hash: hash)
        if let read { member("read", read) }
    }

    mutating func endMember(_ view: RoomView?) {
        view?.write(to: &self)
        endObject()
    }

    private mutating func write(_ you: Welcome.You) {
        member("you", you.number)
        member("pen", you.pen)
        if let last = you.last { member("last", last) } else { memberNull("last") }
    }
}
