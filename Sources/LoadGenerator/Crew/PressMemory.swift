/// When the keys that are on the way were due, and whose they are: what it takes to say how long they
/// took, wherever they arrive. Only a pace that does not wait for the server needs it.
struct PressMemory: ~Copyable {
    private let times: UnsafeMutableBufferPointer<Int64>
    private let authors: UnsafeMutableBufferPointer<Int32>
    private let authorsInRoom: Int

    /// Keys of one client on the way. Whoever is that far behind does not keep up.
    static let keysMax = 256

    init(_ assignment: Assignment) {
        let rooms = assignment.pace.isTimed ? assignment.rooms.count : 0
        // Participants are numbered from 1 on in a room that is new.
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

    func note(_ participant: Int, of room: Int, is client: Int) {
        guard !authors.isEmpty, participant < authorsInRoom else { return }
        authors[room * authorsInRoom + participant] = Int32(client)
    }

    func note(_ client: Int, _ key: Int, due: Int64) {
        times[client * Self.keysMax + key % Self.keysMax] = due
    }

    /// Who that is in a room.
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
