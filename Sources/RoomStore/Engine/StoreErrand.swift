import SharedRoom

/// A call of an edge, for a store that works on a thread of its own.
enum StoreErrand {
    case attach(UInt32)
    case detach(UInt32)
    case request(LogRequest, UInt32)
    /// An append that came when too many errands were waiting.
    case overload(LogRequest, UInt32)
}

extension [StoreErrand] {
    /// Adds errands. Appends take the most memory, so they are refused if too many errands wait.
    mutating func add(_ errands: [StoreErrand], waitingMax: Int) {
        for errand in errands {
            if count >= waitingMax, case .request(let request, let edge) = errand,
                case .append = request
            {
                append(.overload(request, edge))
            } else {
                append(errand)
            }
        }
    }
}

extension StoreEngine {
    func execute(_ errand: StoreErrand) {
        switch errand {
        case .attach(let edge): attach(edge)
        case .detach(let edge): detach(edge)
        case .request(let request, let edge): receive(request, from: edge)
        case .overload(let request, let edge): receive(request, from: edge, isOverloaded: true)
        }
    }
}
