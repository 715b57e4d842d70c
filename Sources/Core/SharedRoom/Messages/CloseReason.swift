/// The reason why a server closes a connection: one code, one name and one meaning each.
public enum CloseReason: CaseIterable, Sendable {
    case frame
    case frameSize
    case notJoined
    case joinTime
    case noSuchRoom
    case roomName
    case door
    case full
    /// The client's address has reached a limit.
    case limit
    /// All addresses together have reached a limit.
    case serverLimit
    case removed
    /// A host started the room over for others.
    case over
    case replaced
    case spectators
    case deleted
    /// Servers do not open the room, because its data are damaged, or crashed the server on three starts.
    case setAside
    case rules
    /// An action number was left out. Named `order` in messages and metrics.
    case actionOrder
    case storage
    case restart

    struct Row {
        let code: UInt16
        let name: StaticString
        /// True if the client may retry the same connection.
        let mayRetry: Bool
    }

    public var code: UInt16 { row.code }
    /// `noSuchRoom`
    public var name: StaticString { row.name }
    public var mayRetry: Bool { row.mayRetry }

    private var row: Row {
        switch self {
        case .frame: Row(code: 4000, name: "frame", mayRetry: false)
        case .frameSize: Row(code: 1009, name: "frameSize", mayRetry: false)
        case .notJoined: Row(code: 4001, name: "notJoined", mayRetry: false)
        case .joinTime: Row(code: 4002, name: "joinTime", mayRetry: true)
        case .noSuchRoom: Row(code: 4004, name: "noSuchRoom", mayRetry: false)
        case .roomName: Row(code: 4005, name: "roomName", mayRetry: false)
        case .door: Row(code: 4006, name: "door", mayRetry: false)
        case .full: Row(code: 4007, name: "full", mayRetry: true)
        case .limit: Row(code: 4016, name: "limit", mayRetry: true)
        case .serverLimit: Row(code: 4018, name: "serverLimit", mayRetry: true)
        case .removed: Row(code: 4008, name: "removed", mayRetry: false)
        case .over: Row(code: 4017, name: "over", mayRetry: false)
        case .replaced: Row(code: 4014, name: "replaced", mayRetry: true)
        case .spectators: Row(code: 4015, name: "spectators", mayRetry: true)
        case .deleted: Row(code: 4009, name: "deleted", mayRetry: false)
        case .setAside: Row(code: 4010, name: "setAside", mayRetry: false)
        case .rules: Row(code: 4011, name: "rules", mayRetry: true)
        case .actionOrder: Row(code: 4012, name: "order", mayRetry: true)
        case .storage: Row(code: 4013, name: "storage", mayRetry: true)
        case .restart: Row(code: 1012, name: "restart", mayRetry: true)
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

extension CloseReason {
    /// The explanation for people.
    public var text: StaticString {
        switch self {
        case .frame: "the frame is not a calcroom.v1 message"
        case .frameSize: "the frame is too long"
        case .notJoined: "the first message, and no other, must be a join"
        case .joinTime: "no join was received in time"
        case .noSuchRoom: "no such room"
        case .roomName: "a room's name has 1 to 64 letters, digits and hyphens"
        case .door: "the door is shut"
        case .full: "the room is full"
        case .limit: "too many new rooms, participants or wrong codes from this address"
        case .serverLimit: "too many rooms or new participants on this server"
        case .removed: "removed from the room"
        case .over: "the lesson is over"
        case .replaced: "a newcomer received the place"
        case .spectators: "the room is closed to spectators"
        case .deleted: "the room was deleted"
        case .setAside: "the stored room is damaged"
        case .rules: "the room has another rules version than this server"
        case .actionOrder: "an action number was left out"
        case .storage: "the store is not available"
        case .restart: "the server is restarting"
        }
    }
}
