/// One direction of a connection. Delivers packets whole and in order, or loses them.
final class Pipe {
    enum Packet {
        case frame([UInt8])
        /// The end of the connection, with its close code and text.
        case end(UInt16, text: [UInt8] = [])

        var byteCount: Int { if case .frame(let frame) = self { frame.count } else { 0 } }
    }

    private unowned let world: World
    private unowned let connection: SimulatedConnection
    private var packets: [Packet] = []
    private(set) var byteCount = 0
    /// The frames in transit. A new value does not remove the end of the connection.
    var frames: [[UInt8]] {
        get { packets.compactMap { if case .frame(let frame) = $0 { frame } else { nil } } }
        set {
            packets = newValue.map { .frame($0) } + packets.filter { $0.byteCount == 0 }
            byteCount = packets.reduce(0) { $0 + $1.byteCount }
            if !isHeld { scheduleDeliveries() }
        }
    }
    /// Arrival of the last packet. No packet overtakes another.
    private var arrival: Int64 = 0
    /// Deliveries that are scheduled.
    private var scheduledCount = 0

    /// Milliseconds from sending to arrival.
    var delay: Int64 = 0
    /// True if packets are lost without notice to either side.
    var losesPackets = false
    /// True while packets wait instead of arriving.
    var isHeld = false {
        didSet { if !isHeld { scheduleDeliveries() } }
    }

    init(_ world: World, of connection: SimulatedConnection) {
        self.world = world
        self.connection = connection
    }

    func send(_ packet: Packet) {
        guard !losesPackets else { return }
        packets.append(packet)
        byteCount += packet.byteCount
        if !isHeld { scheduleDeliveries() }
    }

    /// Loses all packets from now on, and those in transit except the first `count`.
    func losePackets(sparing count: Int = 0) {
        losesPackets = true
        while packets.count > count { byteCount -= packets.removeLast().byteCount }
        isHeld = false
    }

    private func scheduleDeliveries() {
        while scheduledCount < packets.count {
            scheduledCount += 1
            arrival = max(arrival, world.now + delay)
            // The closure retains the connection while a packet is in transit.
            world.at(arrival) { [self, connection] in deliverNext(to: connection) }
        }
    }

    private func deliverNext(to connection: SimulatedConnection) {
        scheduledCount -= 1
        // Since the delivery was scheduled, the packet may have been lost or held.
        if !isHeld, !packets.isEmpty { deliverFirst(to: connection) }
    }

    private func deliverFirst(to connection: SimulatedConnection) {
        let packet = packets.removeFirst()
        byteCount -= packet.byteCount
        connection.deliver(packet, from: self)
    }

    /// Delivers all packets in transit immediately.
    func deliverNow() {
        let connection = connection
        while !isHeld, !packets.isEmpty { deliverFirst(to: connection) }
    }
}
