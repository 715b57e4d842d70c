import Glibc
import RoomStore

/// The clients of one thread, and everything that they do.
///
/// A key's way through it is short, so that the server is what is measured: a turn of the loop waits
/// for sockets, reads each that has something once into the same buffer, goes through the events where
/// they lie, and sends what may be sent now from another buffer. Nothing is allocated but for a frame
/// that came in parts. (As a struct it would be `~Copyable`, on which the compiler of Swift 6.3 crashes
/// with the thread sanitizer.)
final class Crew {
    let assignment: Assignment
    let orders: Orders
    let dialect: Dialect
    let poller = Poller()
    let clients: UnsafeMutableBufferPointer<Client>
    let buffer: UnsafeMutableBufferPointer<UInt8>
    var writer: FrameWriter
    var tally = Tally()
    var order = Orders.Order.rest
    /// Clients that were called, and those that are there.
    var calledCount = 0
    var thereCount = 0
    var failureCount = 0
    var memory: PressMemory
    var random: UInt32
    /// When the next key is due.
    var due = 0.0
    /// Frames that a flood has sent.
    var floodCount = 0

    static let bufferBytes = 262_144

    init(_ assignment: Assignment, _ orders: Orders) {
        self.assignment = assignment
        self.orders = orders
        dialect = assignment.load.dialect
        let inRoom = assignment.clientsInRoom
        clients = .allocate(capacity: assignment.rooms.count * inRoom)
        for index in clients.indices {
            let client = Client(
                index: assignment.firstIndex + index, room: index / inRoom,
                isSender: index % inRoom < assignment.sendersInRoom)
            clients.initializeElement(at: index, to: client)
        }
        buffer = .allocate(capacity: Self.bufferBytes)
        random = 88_172_645 &+ UInt32(truncatingIfNeeded: assignment.firstIndex &* 7_919)
        writer = FrameWriter(seed: random)
        memory = PressMemory(assignment)
    }

    deinit {
        for client in clients {
            client.rest?.deallocate()
            if client.socket >= 0 { ClientSocket.hangUp(client.socket) }
        }
        clients.deallocate()
        buffer.deallocate()
    }

    /// Until it is told to leave.
    func run() {
        while thereCount < clients.count, failureCount == 0, orders.current != .leave {
            callMore()
            turn(milliseconds: 10)
        }
        orders.reportReady()
        while order != .leave {
            let next = orders.current
            if next != order { follow(next) }
            pressWhatIsDue()
            turn(milliseconds: patience)
        }
    }

    private func follow(_ next: Orders.Order) {
        if order == .measure {
            tally.time += MonotonicClock.nanoseconds
            orders.report(tally, of: assignment)
            // The report shares its bytes with the tally.
            tally = Tally()
        }
        if next == .measure {
            tally = Tally()
            tally.time = -MonotonicClock.nanoseconds
        }
        if order == .rest, next != .leave { beginPressing() }
        order = next
    }

    private func turn(milliseconds: Int32) {
        let beginning = MonotonicClock.nanoseconds
        let count = poller.wait(milliseconds: milliseconds)
        tally.idle += MonotonicClock.nanoseconds - beginning
        for index in 0..<count { hear(poller[index]) }
    }

    private func hear(_ number: Int) {
        switch clients[number].phase {
        case .calling: upgrade(number)
        case .upgrading, .joining, .there: receive(number)
        case .away, .lost: break
        }
    }

    func fail(_ number: Int, _ what: String) {
        if assignment.pace.isFlood { return lose(number) }
        if failureCount == 0 {
            let client = clients[number]
            orders.report(
                failure:
                    "client \(client.index) of room \(assignment.roomName(client.room)): \(what)")
        }
        failureCount += 1
        lose(number)
    }

    /// Whoever floods may be thrown out, and stays out.
    func lose(_ number: Int) {
        guard clients[number].socket >= 0 else { return }
        if clients[number].phase != .there { thereCount += 1 }
        ClientSocket.hangUp(clients[number].socket)
        clients[number].socket = -1
        clients[number].phase = .lost
    }
}
