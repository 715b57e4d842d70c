import RoomStore

/// A document that is written in parts, so that it is never in memory as a whole.
protocol DocumentStream: AnyObject {
    /// The computation steps of the events applied so far.
    var steps: Int { get }

    /// Appends the next part, for which it reads at most one page of the store. Returns false after the last part.
    func write(to body: inout [UInt8]) throws(StoreError) -> Bool
}

/// A document that the state of the room suffices for.
final class StateDocument: DocumentStream {
    private let bytes: [UInt8]
    let steps = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func write(to body: inout [UInt8]) -> Bool {
        body += bytes
        return false
    }
}
