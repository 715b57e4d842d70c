extension FrameWriter {
    /// A key with its number.
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

    /// Somebody new comes in, and makes the room if it is not there.
    mutating func join(secret: String, keypad: String) {
        begin()
        add(#"{"join":{"secret":""#)
        add(secret)
        add(#"","make":{"keypad":""#)
        add(keypad)
        add(#""}}}"#)
        end()
    }

    /// Keys that take long, and a new beginning.
    mutating func heavyKeys(_ number: Int) {
        begin()
        add(#"{"n":"#)
        add(number)
        add(#","press":["#)
        for _ in 1..<Self.heavyTermCount { add(#""asin",".","3",")","+","#) }
        add(#""asin",".","3",")","=","AC"]}"#)
        end()
    }

    /// As many as fit into a frame (L1). Powers of e take longer, but are charged with more steps: of
    /// what a limit on steps lets through, inverse sines take the most time.
    private static var heavyTermCount: Int { 12 }

    static var heavyKeyCount: Int { 5 * heavyTermCount + 1 }

    /// The answer to a ping has what the ping had.
    mutating func pong(_ payload: UnsafeBufferPointer<UInt8>) {
        begin(.pong)
        for byte in payload { add(byte: byte) }
        end()
    }
}
