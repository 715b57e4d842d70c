/// Members with their values, in one line each.
extension JSONWriter {
    mutating func member(_ name: StaticString, _ number: Int64) {
        member(name)
        self.number(number)
    }

    mutating func member(_ name: StaticString, _ number: UInt32) {
        member(name, Int64(number))
    }

    mutating func member(_ name: StaticString, _ value: Bool) {
        member(name)
        boolean(value)
    }

    mutating func memberNull(_ name: StaticString) {
        member(name)
        null()
    }

    mutating func member(_ name: StaticString, _ word: StaticString) {
        member(name)
        string(word)
    }

    mutating func member(_ name: StaticString, _ text: [UInt8]) {
        member(name)
        string(text)
    }

    mutating func member(_ name: StaticString, hash: UInt64) {
        member(name)
        hexadecimal(hash)
    }

    mutating func member(_ name: StaticString, _ print: Fingerprint) {
        member(name, print.hexadecimal)
    }

    mutating func beginObject(_ name: StaticString) {
        member(name)
        beginObject()
    }

    mutating func beginList(_ name: StaticString) {
        member(name)
        beginList()
    }
}
