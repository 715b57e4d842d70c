/// One direction of a connection. Delivers packets whole and in order, or loses them.
final class Pipe {
    enum Parcel {
        case frame([UInt8])
        /// The end of the connection, with its close code and text.
        case end(UInt16, text: [UInt8] = [])

        var byteCount: Int { if case .frame(let frame) = self { frame.count } else { 0 } }
    }

    private unowned let world: World
    private unowned let link: Link
    private var parcels: [Parcel] = []
    private(set) var byteCount = 0
    /// The frames in transit.
    var frames: [[UInt8]] {
        get { parcels.compactMap { if case .frame(let frame) = $0 { frame } else { nil } } }
        set {
            parcels = newValue.map { .frame($0) } + parcels.filter { $0.byteCount == 0 }
            byteCount = parcels.reduce(0) { $0 + $1.byteCount }
            if !isHeld { plan() }
        }
    }
    /// Arrival of the last packet. No packet overtakes another.
    private var arrival: Int64 = 0
    /// Deliveries that are scheduled.
    private var planned = 0

    /// Milliseconds from sending to arrival.
    var delay: Int64 = 0
    /// True if packets are lost without notice to either side.
    var isDead = false
    /// True while packets wait instead of arriving.
    var isHeld = false {
        didSet { if !isHeld { plan() } }
    }

    init(_ world: World, of link: Link) {
        self.world = world
        self.link = link
    }

    func send(_ parcel: Parcel) {
        guard !isDead else { return }
        parcels.append(parcel)
        byteCount += parcel.byteCount
        if !isHeld { plan() }
    }

    /// Loses all packets from now on, and those in transit except the first `count`.
    func die(sparing count: Int = 0) {
        isDead = true
        while parcels.count > count { byteCount -= parcels.removeLast().byteCount }
        isHeld = false
    }

    private func plan() {
        while planned < parcels.count {
            planned += 1
            arrival = max(arrival, world.now + delay)
            // The closure retains the connection while a packet is in transit.
            world.at(arrival) { [self, link] in arrive(by: link) }
        }
    }

    private func arrive(by link: Link) {
        planned -= 1
        // The packet may have been lost, or is held, since the delivery was scheduled.
        if !isHeld, !parcels.isEmpty { deliver(by: link) }
    }

    private func deliver(by link: Link) {
        let parcel = parcels.removeFirst()
        byteCount -= parcel.byteCount
        link.arrived(parcel, by: self)
    }

    /// Delivers all packets in transit immediately.
    func hurry() {
        let link = link
        while !isHeld, !parcels.isEmpty { deliver(by: link) }
    }
}
