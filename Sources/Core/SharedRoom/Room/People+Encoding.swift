import ExactNumbers

extension People {
    func write(to writer: inout ByteWriter) {
        writer.append(number: UInt64(all.count))
        for person in all { person.write(to: &writer) }
    }

    /// Numbers must ascend and be lower than the room's next number.
    init(from reader: inout ByteReader, below next: UInt32) throws(BinaryDecodingError) {
        for _ in 0..<(try reader.count(upTo: RoomLimits.peopleMax)) {
            let person = try Participant(from: &reader)
            guard person.number > (all.last?.number ?? 0), person.number < next,
                participant(with: person.identity) == nil
            else { throw .invalid }
            append(person)
        }
    }
}

extension Participant {
    func write(to writer: inout ByteWriter) {
        writer.append(number: UInt64(number))
        identity.write(to: &writer)
        writer.append(counted: name.bytes)
        writer.append((isHost ? 1 : 0) | (hasKeypad ? 2 : 0) | (nameHeld == nil ? 0 : 4))
        if let nameHeld { writer.append(number: UInt64(nameHeld)) }
        writer.append(counted: answerForm)
        writer.append(number: UInt64(handRaised ?? 0))
        writer.append(number: UInt64(lastActed))
        writer.append(number: UInt64(nextPen))
        writer.append(number: UInt64(pens.count))
        for pen in pens { pen.write(to: &writer) }
    }

    init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        let number = try reader.number32()
        let identity = try Fingerprint(from: &reader)
        let name = try reader.name()
        let flags = try reader.byte()
        guard flags < 8 else { throw .invalid }
        let held = flags & 4 == 0 ? nil : try reader.count64()
        guard held != 0 else { throw .invalid }
        let answer = try reader.counted(upTo: RoomLimits.answerBytesMax)
        guard Answer.isValid(answer) else { throw .invalid }
        let hand = try reader.count64()
        self.init(
            number: number, identity: identity, name: name, isHost: flags & 1 != 0,
            hasKeypad: flags & 2 != 0, handRaised: hand == 0 ? nil : hand,
            lastActed: try reader.count64())
        nameHeld = held
        answerForm = answer
        nextPen = try reader.number32()
        for _ in 0..<(try reader.count(upTo: RoomLimits.pensMax)) {
            let pen = try Pen(from: &reader)
            guard pen.number < nextPen, pens.last.map({ $0.number < pen.number }) ?? true,
                self.pen(id: pen.id) == nil
            else { throw .invalid }
            pens.append(pen)
        }
    }
}

extension Participant.Pen {
    func write(to writer: inout ByteWriter) {
        writer.append(number: UInt64(number))
        writer.append(word: id)
        writer.append(number: UInt64(last))
        writer.append(number: UInt64(lastUsed))
    }

    init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        self.init(
            number: try reader.number32(), id: try reader.word(),
            last: try reader.count64(), lastUsed: try reader.count64())
    }
}
