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

    /// The keys that take longest, and a new beginning.
    mutating func heavyKeys(_ number: Int) {
        begin()
        add(#"{"n":"#)
        add(number)
        add(#","press":["3","2","4","8","fact","+","3","0","0","0","fact","=","AC"]}"#)
        end()
    }

    static var heavyKeyCount: Int { 13 }

    /// The answer to a ping has what the ping had.
    mutating func pong(_ payload: UnsafeBufferPointer<UInt8>) {
        begin(.pong)
        for byte in payload { add(byte: byte) }
        end()
    }
}
