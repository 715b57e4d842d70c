import Glibc
import RoomStore

/// The clients of one thread. The functions identify a client by its slot, the index in `clients`.
///
/// The code path of a key is short, so that the measurement reflects the server. Each iteration waits
/// for sockets, reads each readable socket once into a shared buffer, parses the events in place, and
/// sends the keys that are allowed. Memory is allocated only for incomplete frames. (A class, because
/// as a `~Copyable` struct it crashes the compiler of Swift 6.3 with the thread sanitizer.)
final class LoadWorker {
    let assignment: WorkerAssignment
    let control: RunControl
    let dialect: Dialect
    let poller = Poller()
    let clients: UnsafeMutableBufferPointer<LoadClient>
    let buffer: UnsafeMutableBufferPointer<UInt8>
    var writer: FrameWriter
    var counts = WorkerCounts()
    var phase = RunControl.Phase.rest
    /// Clients that have started to connect, and clients that have joined.
    var startedCount = 0
    var joinedCount = 0
    var failureCount = 0
    var pendingKeys: PendingKeys
    var random: UInt32
    /// When the next key is due.
    var due = 0.0
    /// Flood frames sent.
    var floodCount = 0

    static let bufferBytes = 262_144

    init(_ assignment: WorkerAssignment, _ control: RunControl) {
        self.assignment = assignment
        self.control = control
        dialect = assignment.load.dialect
        let inRoom = assignment.clientsInRoom
        clients = .allocate(capacity: assignment.rooms.count * inRoom)
        for index in clients.indices {
            let client = LoadClient(
                index: assignment.firstIndex + index, room: index / inRoom,
                isSender: index % inRoom < assignment.sendersInRoom)
            clients.initializeElement(at: index, to: client)
        }
        buffer = .allocate(capacity: Self.bufferBytes)
        random = 88_172_645 &+ UInt32(truncatingIfNeeded: assignment.firstIndex &* 7_919)
        writer = FrameWriter(seed: random)
        pendingKeys = PendingKeys(assignment)
    }

    deinit {
        for client in clients {
            client.rest?.deallocate()
            if client.socket >= 0 { ClientSocket.reset(client.socket) }
        }
        clients.deallocate()
        buffer.deallocate()
    }

    /// Runs until the phase `stop`.
    func run() {
        while joinedCount < clients.count, failureCount == 0, control.current != .stop {
            connectMore()
            runOnce(milliseconds: 10)
        }
        control.reportReady()
        while phase != .stop {
            let next = control.current
            if next != phase { enter(next) }
            sendDueKeys()
            runOnce(milliseconds: waitMilliseconds)
        }
    }

    private func enter(_ next: RunControl.Phase) {
        if phase == .measure {
            counts.time += MonotonicClock.nanoseconds
            control.report(counts, of: assignment)
            // Releases the histogram, which would be copied while the report shares it.
            counts = WorkerCounts()
        }
        if next == .measure {
            counts = WorkerCounts()
            counts.time = -MonotonicClock.nanoseconds
            control.reportMeasuring()
        }
        if phase == .rest, next != .stop { startSending() }
        phase = next
    }

    private func runOnce(milliseconds: Int32) {
        let beginning = MonotonicClock.nanoseconds
        let count = poller.wait(milliseconds: milliseconds)
        counts.idle += MonotonicClock.nanoseconds - beginning
        for index in 0..<count { handleReadiness(poller[index]) }
    }

    private func handleReadiness(_ slot: Int) {
        switch clients[slot].phase {
        case .connecting: upgrade(slot)
        case .upgrading, .joining, .joined: receive(slot)
        case .disconnected, .lost: break
        }
    }

    func fail(_ slot: Int, _ reason: String) {
        if assignment.pace.isFlood { return disconnect(slot) }
        if failureCount == 0 {
            let client = clients[slot]
            control.report(
                failure:
                    "client \(client.index) of room \(assignment.roomName(client.room)): \(reason)")
        }
        failureCount += 1
        disconnect(slot)
    }

    /// Disconnects a client for good.
    func disconnect(_ slot: Int) {
        guard clients[slot].socket >= 0 else { return }
        // A client that will never join no longer counts as connecting.
        if clients[slot].phase != .joined { joinedCount += 1 }
        ClientSocket.reset(clients[slot].socket)
        clients[slot].socket = -1
        clients[slot].phase = .lost
    }
}
