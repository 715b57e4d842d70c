/// Clients, their rooms, and the keys that they send.
struct Load: Sendable {
    /// The ports of one server on this machine, or of several that share a store. The clients of a room
    /// use them in turn.
    var ports: [UInt16]
    /// Number of rooms. The load creates them, and no other clients use them.
    var rooms = 1
    var clientsInRoom = 4
    /// Number of clients in each room that press keys, or nil if all do.
    var sendersInRoom: Int?
    var pace = Pace.window(1)
    var threads = 2

    /// When clients send keys.
    enum Pace {
        /// No client sends keys.
        case silent
        /// Each sender keeps this number of keys in flight.
        case window(Int)
        /// All clients together send this number of keys a second at random times, even if the server
        /// falls behind.
        case rate(Double)
    }

    var clientCount: Int { rooms * clientsInRoom }

    /// True if the delays of keys to other clients are measured. Then a room must not be divided among
    /// threads, since each thread knows the due times of its own keys only.
    var measuresDelays: Bool { if case .rate = pace { true } else { false } }

    /// The clients of each thread, by their index among all clients.
    var clientsByThread: [Range<Int>] {
        let indivisible = rooms == 1 && !measuresDelays ? 1 : clientsInRoom
        let parts = clientCount / indivisible
        let count = min(threads, parts)
        return (0..<count).map { thread in
            parts * thread / count * indivisible..<parts * (thread + 1) / count * indivisible
        }
    }

    /// Spreads the senders of a room evenly, so that each thread has its share of them.
    func isSender(_ index: Int) -> Bool {
        let (place, senders) = (index % clientsInRoom, sendersInRoom ?? clientsInRoom)
        return (place + 1) * senders / clientsInRoom > place * senders / clientsInRoom
    }
}
