import CSQLite
import SeededNumbers

/// A file as programs see it, and what of it is sure to be on the disk.
final class DiskFile {
    /// What programs read.
    private(set) var content: [UInt8]
    /// What every power cut leaves.
    private(set) var synced: [UInt8]
    /// Changes that a power cut may leave, in part and in any order.
    private var unsynced: [Change] = []
    /// Those who have it open.
    var handles: [DiskHandle] = []
    var memory = SharedMemory()
    /// Like the kernel, it tells of lost changes everybody who has the file open, once.
    private(set) var lossCount = 0

    enum Change {
        case write([UInt8], at: Int)
        case cut(to: Int)

        func apply(to bytes: inout [UInt8]) {
            switch self {
            case .write(let piece, let place):
                let missing = place + piece.count - bytes.count
                if missing > 0 { bytes += repeatElement(0, count: missing) }
                bytes.replaceSubrange(place..<place + piece.count, with: piece)
            case .cut(let count):
                bytes.removeLast(max(0, bytes.count - count))
            }
        }

        /// As the disk takes it: sector by sector.
        var pieces: [Change] {
            guard case .write(let bytes, let place) = self else { return [self] }
            var pieces: [Change] = []
            var start = 0
            while start < bytes.count {
                let rest = DiskFile.sectorSize - (place + start) % DiskFile.sectorSize
                let end = min(bytes.count, start + rest)
                pieces.append(.write(Array(bytes[start..<end]), at: place + start))
                start = end
            }
            return pieces
        }
    }

    static let sectorSize = 512

    init(_ bytes: [UInt8] = []) {
        content = bytes
        synced = bytes
    }

    func change(_ change: Change) {
        change.apply(to: &content)
        unsynced.append(change)
    }

    func sync() {
        for change in unsynced { change.apply(to: &synced) }
        unsynced = []
    }

    /// Of what was not synced, some reaches the disk, and the rest never will, whatever is synced
    /// later: programs go on reading what the disk does not have.
    func failSync(_ random: inout SplitMix) {
        synced = afterPowerCut(&random)
        unsynced = []
        lossCount += 1
    }

    /// What is on the disk when the power goes now.
    func afterPowerCut(_ random: inout SplitMix) -> [UInt8] {
        var pieces = unsynced.flatMap(\.pieces)
        switch random.next(below: 4) {
        case 0: pieces = []
        case 1: pieces.removeLast(random.next(below: pieces.count + 1))
        case 2: pieces.removeAll { _ in random.bool() }
        default:
            pieces.removeAll { _ in random.next(below: 4) == 0 }
            pieces.shuffle(using: &random)
        }
        var bytes = synced
        for piece in pieces { piece.apply(to: &bytes) }
        return bytes
    }
}
