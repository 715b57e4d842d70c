/// The due times and authors of keys in flight. The delay of a key is computed from them when it arrives
/// at another client. Empty unless keys are sent at a fixed rate.
///
/// Clients are identified by their slots, keys by their action numbers.
struct PendingKeys: ~Copyable {
    private let times: UnsafeMutableBufferPointer<Int64>
    private let authors: UnsafeMutableBufferPointer<Int32>
    private let authorsInRoom: Int

    /// Maximum keys in flight of one client. With more, the load fails, because the server cannot keep up.
    static let keysMax = 256

    init(_ assignment: WorkerAssignment) {
        let rooms = assignment.pace.measuresDelays ? assignment.rooms.count : 0
        // Participant numbers start at 1.
        authorsInRoom = assignment.clientsInRoom + 1
        times = .allocate(capacity: rooms * assignment.clientsInRoom * Self.keysMax)
        times.initialize(repeating: 0)
        authors = .allocate(capacity: rooms * authorsInRoom)
        authors.initialize(repeating: -1)
    }

    deinit {
        times.deallocate()
        authors.deallocate()
    }

    func setAuthor(_ client: Int, participant: Int, of room: Int) {
        guard !authors.isEmpty, participant < authorsInRoom else { return }
        authors[room * authorsInRoom + participant] = Int32(client)
    }

    func setDue(_ time: Int64, client: Int, key: Int) {
        times[client * Self.keysMax + key % Self.keysMax] = time
    }

    /// The client with this participant number in a room.
    @inline(__always)
    func client(_ participant: Int, of room: Int) -> Int? {
        guard !authors.isEmpty, participant < authorsInRoom else { return nil }
        let client = Int(authors[room * authorsInRoom + participant])
        return client < 0 ? nil : client
    }

    func due(_ client: Int, _ key: Int) -> Int64 {
        times[client * Self.keysMax + key % Self.keysMax]
    }
}
