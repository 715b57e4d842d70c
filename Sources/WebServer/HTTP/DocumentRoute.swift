import SharedRoom

/// What there is of a room beside its page.
struct DocumentRoute {
    enum Document {
        /// It is made of the address alone.
        case qrCode
        case kept(KeptDocument)
    }

    let room: RoomName
    let document: Document

    /// `/rooms/7b/tape.csv`; nil for any other path.
    init?(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty, parts[1] == "rooms",
            let room = RoomAddress.name(fromPathPiece: parts[2].utf8),
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
        } else if let document = KeptDocument(rawValue: name) {
            self = .kept(document)
        } else {
            return nil
        }
    }
}
