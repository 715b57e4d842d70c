import CalculatorEngine

/// The values that several messages have. They are asked for in so many places that inlining them
/// would make the code of the codec a tenth larger, which a browser has to load.
extension JSONValue {
    @inline(never)
    func number(from least: Int64) throws(CodecError) -> Int64 {
        try number(least, RoomLimits.numberMax)
    }

    /// A participant of the room.
    @inline(never)
    func participant() throws(CodecError) -> UInt32 {
        UInt32(truncatingIfNeeded: try number(1, Int64(UInt32.max)))
    }

    /// A number that a participant is not, such as that of a pen.
    @inline(never)
    func smallNumber() throws(CodecError) -> UInt32 {
        UInt32(truncatingIfNeeded: try number(0, Int64(UInt32.max)))
    }

    @inline(never)
    func hash() throws(CodecError) -> UInt64 {
        let form = CodecError.Form.hexadecimal(digits: 16)
        guard let number = Hexadecimal.number(try string(or: form)) else { throw mustBe(form) }
        return number
    }

    @inline(never)
    func fingerprint() throws(CodecError) -> Fingerprint {
        let form = CodecError.Form.hexadecimal(digits: 32)
        guard let print = Fingerprint(hexadecimal: try string(or: form)) else {
            throw mustBe(form)
        }
        return print
    }

    @inline(never)
    func secret(_ bytesMin: Int = Secret.secretBytesMin) throws(CodecError) -> Secret {
        let form = CodecError.Form.secret(bytesMin: bytesMin)
        guard let secret = Secret(try string(or: form)), secret.bytes.count >= bytesMin else {
            throw mustBe(form)
        }
        return secret
    }

    @inline(never)
    func key(or form: CodecError.Form = .key) throws(CodecError) -> Key {
        guard let key = Key(named: try string(or: form)) else { throw mustBe(form) }
        return key
    }

    /// A key, or a list of at most so many.
    @inline(never)
    func keys(most: Int) throws(CodecError) -> [Key] {
        let form = CodecError.Form.keys(most: most)
        guard isList else { return [try key(or: form)] }
        var keys: [Key] = []
        var list = try list()
        while let value = try list.next() {
            guard keys.count < most else { throw mustBe(form) }
            keys.append(try value.key(or: form))
        }
        guard !keys.isEmpty else { throw mustBe(form) }
        return keys
    }

    @inline(never)
    func keypad() throws(CodecError) -> Keypad {
        guard let keypad = Keypad(named: try string(or: .keypad)) else { throw mustBe(.keypad) }
        return keypad
    }

    @inline(never)
    func personName() throws(CodecError) -> PersonName {
        guard let name = PersonName(try string(or: .personName)) else {
            throw mustBe(.personName)
        }
        return name
    }

    @inline(never)
    func amount() throws(CodecError) -> AmountText {
        guard let amount = AmountText(try string(or: .amount)) else { throw mustBe(.amount) }
        return amount
    }

    @inline(never)
    func base64() throws(CodecError) -> [UInt8] {
        guard let bytes = Base64.decoded(try string(or: .base64)) else { throw mustBe(.base64) }
        return bytes
    }
}
