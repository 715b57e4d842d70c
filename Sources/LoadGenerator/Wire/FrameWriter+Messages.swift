extension FrameWriter {
    /// Adds a key with its action number.
    mutating func key(_ name: UInt8, _ number: Int, in dialect: Dialect) {
        begin()
        switch dialect {
        case .calcroom:
            add(#"{"n":"#)
            add(number)
            add(#","press":""#)
            add(byte: name)
            add(#""}"#)
        case .plain:
            add(#"{"press":""#)
            add(byte: name)
            add(#"","n":"#)
            add(number)
            add("}")
        }
        end()
    }

    /// Adds a join of a new participant, which creates the room if necessary.
    mutating func join(secret: String, keypad: String) {
        begin()
        add(#"{"join":{"secret":""#)
        add(secret)
        add(#"","make":{"keypad":""#)
        add(keypad)
        add(#""}}}"#)
        end()
    }

    /// Adds an expression that is slow to compute, followed by `AC`.
    mutating func heavyKeys(_ number: Int) {
        begin()
        add(#"{"n":"#)
        add(number)
        add(#","press":["#)
        for _ in 1..<Self.heavyTermCount { add(#""asin",".","3",")","+","#) }
        add(#""asin",".","3",")","=","AC"]}"#)
        end()
    }

    /// The maximum for one frame. Of the functions that fit into the limit of steps, the inverse sine takes
    /// the most time. Powers of e take longer, but are charged with more steps.
    private static var heavyTermCount: Int { 12 }

    static var heavyKeyCount: Int { 5 * heavyTermCount + 1 }

    /// Adds the answer to a ping, with the ping's payload.
    mutating func pong(_ payload: UnsafeBufferPointer<UInt8>) {
        begin(.pong)
        for byte in payload { add(byte: byte) }
        end()
    }
}
