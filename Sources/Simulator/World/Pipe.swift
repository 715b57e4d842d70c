/// One direction of a connection. What goes in comes out in the same order and whole, or not at all.
final class Pipe {
    enum Parcel {
        case frame([UInt8])
        /// The connection ends, with the code and the text of a close.
        case end(UInt16, text: [UInt8] = [])

        var byteCount: Int { if case .frame(let frame) = self { frame.count } else { 0 } }
    }

    private unowned let world: World
    private unowned let link: Link
    private var parcels: [Parcel] = []
    private(set) var byteCount = 0
    /// The frames that are on their way.
    var frames: [[UInt8]] {
        get { parcels.compactMap { if case .frame(let frame) = $0 { frame } else { nil } } }
        set {
            parcels = newValue.map { .frame($0) } + parcels.filter { $0.byteCount == 0 }
            byteCount = parcels.reduce(0) { $0 + $1.byteCount }
            if !isHeld { plan() }
        }
    }
    /// Of the last parcel; none overtakes another.
    private var arrival: Int64 = 0
    /// Deliveries that are on the agenda.
    private var planned = 0

    /// Milliseconds that a parcel takes.
    var delay: Int64 = 0
    /// What goes in is lost, and nobody notices.
    var isDead = false
    /// Everything stays where it is for now.
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

    /// Everything but the first few that are on their way is lost, and so is what comes after it.
    func die(sparing count: Int = 0) {
        isDead = true
        while parcels.count > count { byteCount -= parcels.removeLast().byteCount }
        isHeld = false
    }

    private func plan() {
        while planned < parcels.count {
            planned += 1
            arrival = max(arrival, world.now + delay)
            // What is on its way holds the connection.
            world.at(arrival) { [self, link] in arrive(by: link) }
        }
    }

    private func arrive(by link: Link) {
        planned -= 1
        // What was lost or held meanwhile does not arrive now.
        if !isHeld, !parcels.isEmpty { deliver(by: link) }
    }

    private func deliver(by link: Link) {
        let parcel = parcels.removeFirst()
        byteCount -= parcel.byteCount
        link.arrived(parcel, by: self)
    }

    /// Everything that is on its way arrives now.
    func hurry() {
        let link = link
        while !isHeld, !parcels.isEmpty { deliver(by: link) }
    }
}
