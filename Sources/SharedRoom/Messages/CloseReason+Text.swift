extension CloseReason {
    /// For people: what is wrong, and what would be right.
    public var text: StaticString {
        switch self {
        case .frame: "a frame that is no message of calcroom.v1"
        case .frameSize: "a frame of more bytes than are taken"
        case .notJoined: "the first message must be a join, and only the first"
        case .joinTime: "no join came in time"
        case .noSuchRoom: "no such room"
        case .roomName: "a room's name has 1 to 64 letters, digits and hyphens"
        case .door: "the door is shut"
        case .full: "the room is full"
        case .removed: "removed from the room"
        case .replaced: "the place was given to somebody new"
        case .spectators: "the room is closed to spectators"
        case .deleted: "the room was deleted"
        case .outOfOrder: "the room is out of order"
        case .rules: "the room has newer rules than this server"
        case .order: "numbers of a pen come one after the other"
        case .storage: "the room cannot be read now"
        case .restart: "the server starts again"
        }
    }
}
