import CEpoll
import Glibc
import RoomStore

/// A simulated participant with a socket.
struct LoadClient {
    enum Phase {
        case connecting
        /// Has sent the WebSocket handshake.
        case upgrading
        /// Has sent the join.
        case joining
        case joined
    }

    /// Index among all clients of the load.
    let index: Int
    let isSender: Bool
    var socket: Int32 = -1
    var phase = Phase.connecting
    /// Participant number in events.
    var participant = 0
    /// Sequence number of the last received event.
    var sequence = 0
    /// Action numbers of the last sent key and of the last one that came back.
    var sent = 0
    var returned = 0
    /// The received part of an incomplete frame.
    var rest: [UInt8] = []
}

/// The clients of one thread. The functions identify a client by its slot, the index in `clients`.
///
/// The code path of a key is short, so that the measurement reflects the server. Each iteration waits
/// for sockets, reads each readable socket once into a shared buffer, parses the events in place, and
/// sends the keys that are allowed.
final class LoadWorker {
    let load: Load
    /// A prefix of room names and secrets, unique to the run, so that no run reuses earlier rooms.
    let runName: String
    let state: Guarded<LoadRun.State>
    let clients: UnsafeMutableBufferPointer<LoadClient>
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 262_144)
    let epoll = epoll_create1(0)
    private let readySockets = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 512)
    var counts = LoadCounts()
    var phase = LoadRun.Phase.rest
    /// Clients that have started to connect, and clients that have joined.
    var startedCount = 0
    var joinedCount = 0
    /// When the next key is due.
    var due = 0.0
    /// When the keys in flight were due, if delays are measured.
    var dueTimes: [Int64]

    /// Maximum keys in flight of one client. With more, the load fails, because the server cannot keep up.
    static let keysInFlightMax = 256

    init(_ load: Load, _ range: Range<Int>, runName: String, _ state: Guarded<LoadRun.State>) {
        self.load = load
        self.runName = runName
        self.state = state
        clients = .allocate(capacity: range.count)
        for (slot, index) in range.enumerated() {
            let client = LoadClient(index: index, isSender: load.isSender(index))
            clients.initializeElement(at: slot, to: client)
        }
        let keys = load.measuresDelays ? range.count * Self.keysInFlightMax : 0
        dueTimes = Array(repeating: 0, count: keys)
    }

    deinit {
        for client in clients where client.socket >= 0 { ClientSocket.reset(client.socket) }
        clients.deinitialize().deallocate()
        buffer.deallocate()
        readySockets.deallocate()
        close(epoll)
    }

    /// Runs until the phase `stop`.
    func run() {
        while joinedCount < clients.count, state.withLock({ $0.phase }) != .stop {
            connectMore()
            handleSockets(milliseconds: 10)
        }
        state.withLock { $0.joinedCount += 1 }
        while phase != .stop {
            enter(state.withLock { $0.phase })
            if phase == .press || phase == .measure { sendDueKeys() }
            handleSockets(milliseconds: waitMilliseconds)
        }
    }

    private func enter(_ next: LoadRun.Phase) {
        guard next != phase else { return }
        let (last, now) = (phase, MonotonicClock.nanoseconds)
        phase = next
        if last == .measure { report(at: now) }
        if next == .measure {
            counts = LoadCounts(time: -now)
            state.withLock { $0.measuringCount += 1 }
        }
        if last == .rest, next != .stop { startSending() }
    }

    private func report(at now: Int64) {
        counts.time += now
        counts.isGeneratorOverloaded = counts.idle * 20 < counts.time
        state.withLock { $0.counts.append(counts) }
        counts = LoadCounts()
    }

    private func handleSockets(milliseconds: Int32) {
        let beginning = MonotonicClock.nanoseconds
        let count = epoll_wait(
            epoll, readySockets.baseAddress, Int32(readySockets.count), milliseconds)
        counts.idle += MonotonicClock.nanoseconds - beginning
        for event in readySockets.prefix(max(0, Int(count))) {
            let slot = Int(event.data.u64)
            switch clients[slot].phase {
            case .connecting: upgrade(slot)
            case .upgrading, .joining, .joined: receive(slot)
            }
        }
    }

    /// Ends the run with an error.
    func fail(_ slot: Int, _ reason: String) {
        let name = "client \(clients[slot].index) of room \(roomName(slot))"
        state.withLock { $0.failure = $0.failure ?? "\(name): \(reason)" }
    }

    static var lastError: String {
        [EPIPE, ECONNRESET].contains(errno) ? closedMessage : String(cString: strerror(errno))
    }

    static let closedMessage = "the server hung up"
}
