import CalculatorEngine

extension JSONWriter {
    public mutating func member(_ name: StaticString, _ number: Int64) {
        member(name)
        self.number(number)
    }

    public mutating func member(_ name: StaticString, _ number: UInt32) {
        member(name, Int64(number))
    }

    public mutating func member(_ name: StaticString, _ value: Bool) {
        member(name)
        boolean(value)
    }

    public mutating func memberNull(_ name: StaticString) {
        member(name)
        null()
    }

    public mutating func member(_ name: StaticString, _ word: StaticString) {
        member(name)
        string(word)
    }

    public mutating func member(_ name: StaticString, _ text: [UInt8]) {
        member(name)
        string(text)
    }

    package mutating func member(_ name: StaticString, _ keys: [Key]) {
        beginList(name)
        for key in keys { string(key.name) }
        endList()
    }

    public mutating func member(_ name: StaticString, hash: UInt64) {
        member(name)
        hexadecimal(hash)
    }

    public mutating func member(_ name: StaticString, _ print: Fingerprint) {
        member(name, print.hexadecimal)
    }

    public mutating func beginObject(_ name: StaticString) {
        member(name)
        beginObject()
    }

    public mutating func beginList(_ name: StaticString) {
        member(name)
        beginList()
    }
}
