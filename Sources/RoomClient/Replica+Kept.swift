import CalculatorEngine
import ExactNumbers
import SharedRoom

/// What a page keeps of a room for its next visit, which may be one without a network: the room as
/// the server last told it, and when.
///
/// It only fills the time until a welcome. The room may have gone on, or be there no longer, so what is
/// typed on it counts as typed after that last sign of life.
extension Replica {
    /// Empty as long as there is nothing to keep.
    public var kept: [UInt8] {
        guard let form = confirmed?.form else { return [] }
        var writer = ByteWriter(capacity: form.count + 24)
        writer.append(word: epoch)
        writer.append(number: UInt64(you ?? 0))
        writer.append(number: UInt64(heard ?? 0))
        writer.append(counted: form)
        return writer.bytes
    }

    /// Begins with the room that was kept. What is none, or has other rules, counts as nothing.
    public func begin(with kept: [UInt8]) {
        var reader = ByteReader(kept[...])
        guard let epoch = try? reader.word(),
            let you = try? reader.number32(),
            let heard = try? reader.count64(),
            let form = try? reader.counted(upTo: kept.count),
            let room = try? Room(form: form)
        else { return }
        self.epoch = epoch
        self.you = you == 0 ? nil : you
        self.heard = heard
        confirmed = room
        rebuild()
    }
}
