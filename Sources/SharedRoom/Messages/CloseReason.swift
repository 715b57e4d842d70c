/// Why a server closes a connection: one code, one name and one meaning each.
public enum CloseReason: CaseIterable, Sendable {
    case frame
    case frameSize
    case notJoined
    case joinTime
    case noSuchRoom
    case roomName
    case door
    case full
    case removed
    case deleted
    case outOfOrder
    case rules
    case order
    case storage
    case restart

    struct Row {
        let code: UInt16
        let name: StaticString
        /// For people: what is wrong, and what would be right.
        let text: StaticString
        /// Whether the same connection may be tried again.
        let mayRetry: Bool
    }

    public var code: UInt16 { row.code }
    /// `noSuchRoom`
    public var name: StaticString { row.name }
    public var text: StaticString { row.text }
    public var mayRetry: Bool { row.mayRetry }

    private var row: Row {
        switch self {
        case .frame:
            Row(
                code: 4000, name: "frame", text: "a frame that is no message of calcroom.v1",
                mayRetry: false)
        case .frameSize:
            Row(
                code: 1009, name: "frameSize", text: "a frame of more bytes than are taken",
                mayRetry: false)
        case .notJoined:
            Row(
                code: 4001, name: "notJoined",
                text: "the first message must be a join, and only the first", mayRetry: false)
        case .joinTime:
            Row(code: 4002, name: "joinTime", text: "no join came in time", mayRetry: true)
        case .noSuchRoom:
            Row(code: 4004, name: "noSuchRoom", text: "no such room", mayRetry: false)
        case .roomName:
            Row(
                code: 4005, name: "roomName",
                text: "a room's name has 1 to 64 letters, digits and hyphens", mayRetry: false)
        case .door:
            Row(code: 4006, name: "door", text: "the door is shut", mayRetry: false)
        case .full:
            Row(code: 4007, name: "full", text: "the room is full", mayRetry: true)
        case .removed:
            Row(code: 4008, name: "removed", text: "removed from the room", mayRetry: false)
        case .deleted:
            Row(code: 4009, name: "deleted", text: "the room was deleted", mayRetry: false)
        case .outOfOrder:
            Row(code: 4010, name: "outOfOrder", text: "the room is out of order", mayRetry: false)
        case .rules:
            Row(
                code: 4011, name: "rules", text: "the room has newer rules than this server",
                mayRetry: true)
        case .order:
            Row(
                code: 4012, name: "order", text: "numbers of a pen come one after the other",
                mayRetry: true)
        case .storage:
            Row(code: 4013, name: "storage", text: "the room cannot be read now", mayRetry: true)
        case .restart:
            Row(code: 1012, name: "restart", text: "the server starts again", mayRetry: true)
        }
    }

    public init?(code: UInt16) {
        for reason in CloseReason.allCases where reason.code == code {
            self = reason
            return
        }
        return nil
    }
}
