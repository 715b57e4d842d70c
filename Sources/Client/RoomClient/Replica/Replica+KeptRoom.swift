import CalculatorEngine
import ExactNumbers
import SharedRoom

/// The room that a page keeps for its next visit, which may be offline: the confirmed room. It bridges the
/// time until a welcome.
extension Replica {
    /// Empty without a room.
    public var kept: [UInt8] {
        guard let snapshot = confirmed?.snapshot else { return [] }
        var writer = ByteWriter(capacity: snapshot.count + 24)
        writer.append(word: epoch)
        writer.append(number: UInt64(you ?? 0))
        writer.append(counted: snapshot)
        return writer.bytes
    }

    /// Starts with a kept room. Invalid data and data of other rules are ignored.
    public func restore(from kept: [UInt8]) {
        var reader = ByteReader(kept[...])
        guard let epoch = try? reader.word(),
            let you = try? reader.number32(),
            let snapshot = try? reader.counted(upTo: kept.count),
            let room = try? Room(decoding: snapshot)
        else { return }
        self.epoch = epoch
        confirmed = room
        // Saved pens are those of the participant that this person was then.
        if self.you == nil || !wasRestored { self.you = you == 0 ? nil : you }
        if !wasRestored { origin = room.sequence }
        rebuild()
    }
}
