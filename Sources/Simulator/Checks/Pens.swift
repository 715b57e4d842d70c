import SharedRoom

/// All pens in use, found by their secrets, which clients send, and by their numbers, which the event
/// log contains.
struct Pens {
    private struct Name: Hashable {
        let room: [UInt8]
        let secret: [UInt8]
        let pen: [UInt8]
    }

    private struct Number: Hashable {
        let epoch: UInt64
        let author: UInt32
        let pen: UInt32
    }

    private var byName: [Name: PenRecord] = [:]
    private var byNumber: [Number: PenRecord] = [:]

    mutating func record(of join: Join, in room: RoomName, _ typed: Typed?) -> PenRecord {
        let pen = (join.pen ?? join.secret).bytes
        let name = Name(room: room.bytes, secret: join.secret.bytes, pen: pen)
        if let known = byName[name] { return known }
        let record = PenRecord(typed)
        byName[name] = record
        return record
    }

    /// Records the pen number that a welcome assigns.
    mutating func welcome(_ you: Welcome.You, epoch: UInt64, _ record: PenRecord?) {
        byNumber[Number(epoch: epoch, author: you.number, pen: you.pen)] = record
    }

    subscript(signature: Signature, epoch: UInt64) -> PenRecord? {
        byNumber[Number(epoch: epoch, author: signature.author, pen: signature.pen)]
    }

    /// Copies the pens of an epoch to the next one, in which all participants continue.
    mutating func goOn(from epoch: UInt64, to next: UInt64) {
        for (number, record) in byNumber where number.epoch == epoch {
            byNumber[Number(epoch: next, author: number.author, pen: number.pen)] = record
        }
    }

    mutating func forgetAll(but records: [PenRecord]) {
        let kept = Set(records.map(ObjectIdentifier.init))
        byName = byName.filter { kept.contains(ObjectIdentifier($0.value)) }
        byNumber = byNumber.filter { kept.contains(ObjectIdentifier($0.value)) }
    }
}
