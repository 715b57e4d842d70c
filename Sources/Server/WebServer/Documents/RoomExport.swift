public import RoomStore
public import SharedRoom

/// Writes a document of a stored room without a server.
public struct RoomExport {
    private let document: any DocumentStream
    private var isOver = false

    public init(
        _ document: StoredDocument, of name: RoomName, in reader: any LogReader
    ) throws(StoreError) {
        guard let opened = try reader.room(name), let stored = StoredRoomState(name, opened) else {
            throw .damaged(name)
        }
        self.document = try document.stream(of: stored, reader, .unlimited)
    }

    /// The next part, which may be empty; nil at the end.
    public mutating func next() throws(StoreError) -> [UInt8]? {
        guard !isOver else { return nil }
        var part: [UInt8] = []
        isOver = try !document.write(to: &part)
        return part
    }
}
