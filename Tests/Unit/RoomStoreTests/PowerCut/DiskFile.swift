import CSQLite
import SeededNumbers

/// A file: its content, and its durable content.
final class DiskFile {
    private(set) var content: [UInt8]
    private(set) var synced: [UInt8]
    /// Changes that may survive a power cut, in part and in any order.
    private var unsynced: [Change] = []
    var handles: [DiskHandle] = []
    var memory = SharedMemory()
    /// The number of syncs that lost changes. As on Linux, each handle reports a loss once.
    private(set) var lossCount = 0

    enum Change {
        case write([UInt8], at: Int)
        case cut(to: Int)

        func apply(to bytes: inout [UInt8]) {
            switch self {
            case .write(let piece, let place):
                let missing = place + piece.count - bytes.count
                if missing > 0 { bytes += [UInt8](repeating: 0, count: missing) }
                bytes.withUnsafeMutableBytes { bytes in
                    bytes[place..<place + piece.count].copyBytes(from: piece)
                }
            case .cut(let count):
                bytes.removeLast(max(0, bytes.count - count))
            }
        }

        /// The change, sector by sector.
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

    /// Makes a part of the changes durable. The others are lost, but `content` still has them, and later syncs succeed.
    func failSync(_ random: inout SplitMix) {
        synced = afterPowerCut(&random)
        unsynced = []
        lossCount += 1
    }

    /// The content after a power cut now.
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
