import SharedRoom

/// The address of a document of a room.
struct DocumentRoute {
    enum Document {
        /// Made from the address of the room, without the store.
        case qrCode
        case stored(StoredDocument)
    }

    let room: RoomName
    let document: Document

    /// Parses a path such as `/rooms/7b/tape.csv`; nil for any other path.
    init?(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty, parts[1] == "rooms",
            let room = RoomAddress.name(fromPathComponent: parts[2].utf8),
            let document = Document(named: String(parts[3]))
        else { return nil }
        self.room = room
        self.document = document
    }
}

extension DocumentRoute.Document {
    fileprivate init?(named name: String) {
        if name == "qr.svg" {
            self = .qrCode
        } else if let document = StoredDocument(rawValue: name) {
            self = .stored(document)
        } else {
            return nil
        }
    }
}
