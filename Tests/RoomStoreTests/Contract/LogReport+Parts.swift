import SharedRoom

extension LogReport {
    var room: RoomName {
        switch self {
        case .opened(let room, _), .notOpened(let room, _), .events(let room, _),
            .refused(let room, _, _), .head(let room, _, _), .read(let room, _, _),
            .tape(let room, _, _), .presence(let room, _, _, _), .forgotten(let room):
            room
        }
    }

    var ticket: Int64? {
        switch self {
        case .refused(_, let ticket, _), .head(_, let ticket, _), .read(_, let ticket, _),
            .tape(_, let ticket, _):
            ticket
        case .opened, .notOpened, .events, .presence, .forgotten: nil
        }
    }

    /// The same with ticket 0, to be compared.
    var withoutTicket: LogReport {
        switch self {
        case .refused(let room, _, let failure): .refused(room, ticket: 0, failure)
        case .head(let room, _, let sequence): .head(room, ticket: 0, sequence: sequence)
        case .read(let room, _, let part): .read(room, ticket: 0, part)
        case .tape(let room, _, let lines): .tape(room, ticket: 0, lines)
        case .opened, .notOpened, .events, .presence, .forgotten: self
        }
    }
}

extension Sequence {
    func firstResult<Result>(_ result: (Element) -> Result?) -> Result? {
        for element in self {
            if let result = result(element) { return result }
        }
        return nil
    }
}
