import SharedRoom

/// What an edge has asked of a store that works on a thread of its own.
enum StoreErrand {
    case attach(UInt32)
    case detach(UInt32)
    case request(LogRequest, UInt32)
    /// What came when too much was waiting.
    case refusal(RoomName, ticket: Int64, UInt32)
}

extension [StoreErrand] {
    /// Adds what is asked, behind all that waits. Appends are what takes memory, and what may be refused.
    mutating func add(_ errands: [StoreErrand], waitingMax: Int) {
        for errand in errands {
            guard count >= waitingMax,
                case .request(.append(let name, _, let ticket), let edge) = errand
            else {
                append(errand)
                continue
            }
            append(.refusal(name, ticket: ticket, edge))
        }
    }
}

/// Does what a store is asked, on the store's thread.
protocol StoreKeeper: AnyObject {
    /// Those that may ask.
    var edges: Set<UInt32> { get set }

    func detach(_ edge: UInt32)
    func take(_ request: LogRequest, from edge: UInt32)
    func refuse(_ name: RoomName, _ ticket: Int64, _ failure: LogFailure, to edge: UInt32)
}

extension StoreKeeper {
    func take(_ errand: StoreErrand) {
        switch errand {
        case .attach(let edge): edges.insert(edge)
        case .detach(let edge): detach(edge)
        case .request(let request, let edge): take(request, from: edge)
        case .refusal(let name, let ticket, let edge): refuse(name, ticket, .unavailable, to: edge)
        }
    }
}
