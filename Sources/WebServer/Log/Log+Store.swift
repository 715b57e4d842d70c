public import RoomStore

extension Log {
    /// What a store has to say.
    public func write(_ notice: StoreNotice) {
        switch notice {
        case .cannotWrite(let why): write(.cannotKeep, why)
        case .canWriteAgain: write(.keepsAgain)
        case .setAside(let room, let why):
            write(.setAside, "\(RoomAddress.path(of: room)): \(why)")
        case .forgotUnvisited(let count): write(.forgotUnvisited, "\(count)")
        }
    }
}
