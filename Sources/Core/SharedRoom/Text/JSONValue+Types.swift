import CalculatorEngine

/// Values that several messages share. They are not inlined: inlining would enlarge the codec by a tenth,
/// which a browser has to load.
extension JSONValue {
    @inline(never)
    func number(from least: Int64) throws(CodecError) -> Int64 {
        try number(least, RoomLimits.numberMax)
    }

    /// The number of a participant, from 1.
    @inline(never)
    func participant() throws(CodecError) -> UInt32 {
        UInt32(truncatingIfNeeded: try number(1, Int64(UInt32.max)))
    }

    /// A number from 0, such as that of a pen.
    @inline(never)
    func smallNumber() throws(CodecError) -> UInt32 {
        UInt32(truncatingIfNeeded: try number(0, Int64(UInt32.max)))
    }

    @inline(never)
    func hash() throws(CodecError) -> UInt64 {
        let requirement = CodecError.Requirement.hexadecimal(digits: 16)
        guard let number = Hexadecimal.number(try string(or: requirement)) else {
            throw mustBe(requirement)
        }
        return number
    }

    @inline(never)
    func fingerprint() throws(CodecError) -> Fingerprint {
        let requirement = CodecError.Requirement.hexadecimal(digits: 32)
        guard let print = Fingerprint(hexadecimal: try string(or: requirement)) else {
            throw mustBe(requirement)
        }
        return print
    }

    @inline(never)
    func secret(_ bytesMin: Int = Secret.secretBytesMin) throws(CodecError) -> Secret {
        let requirement = CodecError.Requirement.secret(bytesMin: bytesMin)
        guard let secret = Secret(try string(or: requirement)), secret.bytes.count >= bytesMin
        else { throw mustBe(requirement) }
        return secret
    }

    @inline(never)
    func key(or requirement: CodecError.Requirement = .key) throws(CodecError) -> Key {
        guard let key = Key(named: try string(or: requirement)) else { throw mustBe(requirement) }
        return key
    }

    /// A key, or a list of at most `most` keys.
    @inline(never)
    func keys(most: Int) throws(CodecError) -> [Key] {
        let requirement = CodecError.Requirement.keys(most: most)
        guard isList else { return [try key(or: requirement)] }
        let keys = try keyList(most: most, or: requirement)
        guard !keys.isEmpty else { throw mustBe(requirement) }
        return keys
    }

    /// A list of at most `most` keys, perhaps empty.
    @inline(never)
    func keyList(most: Int, or requirement: CodecError.Requirement) throws(CodecError) -> [Key] {
        guard isList else { throw mustBe(requirement) }
        var keys: [Key] = []
        var list = try list()
        while let value = try list.next() {
            guard keys.count < most else { throw mustBe(requirement) }
            keys.append(try value.key(or: requirement))
        }
        return keys
    }

    @inline(never)
    func keypad() throws(CodecError) -> Keypad {
        guard let keypad = Keypad(named: try string(or: .keypad)) else { throw mustBe(.keypad) }
        return keypad
    }

    @inline(never)
    func personName() throws(CodecError) -> PersonName {
        PersonName(checked: try line(RoomLimits.nameCharactersMax))
    }

    func questionText() throws(CodecError) -> QuestionText {
        QuestionText(checked: try line(RoomLimits.questionCharactersMax))
    }

    @inline(never)
    private func line(_ charactersMax: Int) throws(CodecError) -> [UInt8] {
        let requirement = CodecError.Requirement.line(charactersMax: charactersMax)
        let text = Array(try string(or: requirement))
        guard let line = PersonName.cleaned(text, charactersMax: charactersMax) else {
            throw mustBe(requirement)
        }
        return line
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
