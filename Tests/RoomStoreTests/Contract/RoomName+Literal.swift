import SharedRoom

extension RoomName: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) {
        guard let name = RoomName(normal: text.utf8) else {
            preconditionFailure("\(text) is no name of a room")
        }
        self = name
    }
}
