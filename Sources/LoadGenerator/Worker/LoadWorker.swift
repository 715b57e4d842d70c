import Glibc
import RoomStore

/// The clients of one thread.
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
            // The report shares its storage with the counts.
            counts = WorkerCounts()
        }
        if next == .measure {
            counts = WorkerCounts()
            counts.time = -MonotonicClock.nanoseconds
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

    private func handleReadiness(_ number: Int) {
        switch clients[number].phase {
        case .connecting: upgrade(number)
        case .upgrading, .joining, .joined: receive(number)
        case .disconnected, .lost: break
        }
    }

    func fail(_ number: Int, _ reason: String) {
        if assignment.pace.isFlood { return disconnect(number) }
        if failureCount == 0 {
            let client = clients[number]
            control.report(
                failure:
                    "client \(client.index) of room \(assignment.roomName(client.room)): \(reason)")
        }
        failureCount += 1
        disconnect(number)
    }

    /// Disconnects a client for good.
    func disconnect(_ number: Int) {
        guard clients[number].socket >= 0 else { return }
        if clients[number].phase != .joined { joinedCount += 1 }
        ClientSocket.reset(clients[number].socket)
        clients[number].socket = -1
        clients[number].phase = .lost
    }
}
