import SharedRoom

extension RoomName: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) {
        guard let name = RoomName(normal: text.utf8) else {
            preconditionFailure("\(text) is not a room name")
        }
        self = name
    }
}
