import SharedRoom

/// All pens in use, found by their secrets, which clients send, and by their numbers, which the event
/// log contains.
struct PenRegistry {
    private struct Number: Hashable {
        let epoch: UInt64
        let author: UInt32
        let pen: UInt32
    }

    /// By room name, secret and pen.
    private var bySecrets: [[[UInt8]]: PenRecord] = [:]
    private var byNumber: [Number: PenRecord] = [:]

    mutating func record(of join: Join, in room: RoomName, _ typedActions: TypedActions?)
        -> PenRecord
    {
        let pen = (join.pen ?? join.secret).bytes
        let secrets = [room.bytes, join.secret.bytes, pen]
        if let known = bySecrets[secrets] { return known }
        let record = PenRecord(typedActions)
        bySecrets[secrets] = record
        return record
    }

    /// Records the pen number that a welcome assigns.
    mutating func register(_ you: Welcome.You, epoch: UInt64, _ record: PenRecord?) {
        byNumber[Number(epoch: epoch, author: you.number, pen: you.pen)] = record
    }

    subscript(signature: Signature, epoch: UInt64) -> PenRecord? {
        byNumber[Number(epoch: epoch, author: signature.author, pen: signature.pen)]
    }

    /// Copies the pens of an epoch to the next one, since participants keep their numbers.
    mutating func copy(from epoch: UInt64, to next: UInt64) {
        for (number, record) in byNumber where number.epoch == epoch {
            byNumber[Number(epoch: next, author: number.author, pen: number.pen)] = record
        }
    }

    mutating func removeAll(except records: [PenRecord]) {
        let kept = Set(records.map(ObjectIdentifier.init))
        bySecrets = bySecrets.filter { kept.contains(ObjectIdentifier($0.value)) }
        byNumber = byNumber.filter { kept.contains(ObjectIdentifier($0.value)) }
    }
}

/// The actions that were sent with one pen.
final class PenRecord {
    /// Nil for a rogue client.
    let typedActions: TypedActions?
    private var contents: [Int64: TypedAction] = [:]
    /// The largest action number sent.
    private(set) var last: Int64 = 0

    init(_ typedActions: TypedActions?) {
        self.typedActions = typedActions
    }

    /// Records a sent action. Returns false if its number was sent before with another action.
    func recordSent(_ typedAction: TypedAction, as number: Int64) -> Bool {
        if let known = contents[number], typedActions != nil { return known == typedAction }
        contents[number] = typedAction
        contents[number - 1_024] = nil
        last = max(last, number)
        return true
    }

    /// True if the action was sent under this number. A rogue client may have sent several.
    func hasSent(_ typedAction: TypedAction, as number: Int64) -> Bool {
        contents[number] == typedAction || typedActions == nil && contents[number] != nil
    }
}
