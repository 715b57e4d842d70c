import RoomServer
import SharedRoom

/// The client side of a connection to an edge.
public protocol Caller: AnyObject {
    func arrived(_ frame: [UInt8], by link: Link)
    func ended(_ link: Link, code: UInt16, text: [UInt8])
}

/// A connection between a client and a session of an edge. Each direction can be slow, held or dead
/// independently.
public final class Link {
    private unowned let world: World
    private(set) lazy var toEdge = Pipe(world, of: self)
    private(set) lazy var toCaller = Pipe(world, of: self)
    private(set) weak var caller: Caller?
    unowned let edge: EdgeHost
    let session: SessionID
    let room: RoomName
    /// The epoch in the last welcome.
    var epoch: UInt64?
    /// The record of the pen that joined on this connection.
    var pen: PenRecord?
    /// The head of the event log when the join arrived.
    var headAtJoin: (epoch: UInt64, sequence: Int64)?
    /// True if the network holds the frames, not the page.
    var isJammed = false
    /// The time since which the socket has been full, or nil.
    var blockedSince: Int64?

    init(_ world: World, _ caller: Caller, _ edge: EdgeHost, session: SessionID, room: RoomName) {
        self.world = world
        self.caller = caller
        self.edge = edge
        self.session = session
        self.room = room
    }

    func arrived(_ parcel: Pipe.Parcel, by pipe: Pipe) {
        switch parcel {
        case .frame(let frame) where pipe === toEdge: edge.receive(frame, from: self)
        case .end where pipe === toEdge: edge.hangUp(self)
        case .frame(let frame):
            edge.hasRoom(self)
            caller?.arrived(frame, by: self)
        case .end(let code, let text): caller?.ended(self, code: code, text: text)
        }
    }

    public var isHeld: Bool {
        get { toEdge.isHeld }
        set {
            toEdge.isHeld = newValue
            toCaller.isHeld = newValue
        }
    }

    /// Sends a frame to the edge.
    public func say(_ frame: [UInt8]) {
        toEdge.send(.frame(frame))
    }

    public func hangUp() {
        toEdge.send(.end(1001))
    }

    func setDelay(_ delay: Int64) {
        toEdge.delay = delay
        toCaller.delay = delay
    }

    /// Loses all packets in both directions, without notice to either side.
    func die() {
        toEdge.die()
        toCaller.die()
    }
}
