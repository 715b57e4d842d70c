import LoadGenerator

/// What is measured if nothing else is said.
extension LoadKind {
    var rooms: Int {
        switch self {
        case .fanout, .idle: 1
        case .rooms, .latency, .durable: 1_000
        case .flood: 100
        case .joins: 0
        }
    }

    var clientsInRoom: Int {
        switch self {
        case .fanout: 500
        case .joins: 30
        case .rooms, .latency, .idle, .durable, .flood: 4
        }
    }

    var window: Int { self == .fanout ? 64 : 1 }

    var keysPerSecond: Int {
        switch self {
        case .idle: 200
        case .durable, .flood: 1_000
        case .fanout, .rooms, .latency, .joins: 5_000
        }
    }

    var connections: Int {
        switch self {
        case .idle: min(20_000, Descriptors.connectionsMax)
        case .joins: 64
        case .flood: 500
        case .fanout, .rooms, .latency, .durable: 0
        }
    }
}
