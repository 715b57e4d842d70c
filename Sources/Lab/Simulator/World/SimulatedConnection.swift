import RoomServer
import SharedRoom

/// The client side of a connection to an edge.
public protocol ConnectionPeer: AnyObject {
    func receive(_ frame: [UInt8], over connection: SimulatedConnection)
    func connectionEnded(_ connection: SimulatedConnection, code: UInt16, text: [UInt8])
}

/// A connection between a client and a session of an edge. Each direction can be slow, held or dead
/// independently.
public final class SimulatedConnection {
    private unowned let world: World
    private(set) lazy var toEdge = Pipe(world, of: self)
    private(set) lazy var toPeer = Pipe(world, of: self)
    private(set) weak var peer: ConnectionPeer?
    unowned let edge: EdgeHost
    let session: SessionID
    let room: RoomName
    /// The epoch in the last welcome.
    var epoch: UInt64?
    /// The record of the pen that joined on this connection.
    var pen: PenRecord?
    /// The head of the event log when the join arrived.
    var headAtJoin: (epoch: UInt64, sequence: Int64)?
    /// True while the network delays the frames. They then stay held when the page closes.
    var isJammed = false
    /// The time since which the socket has been full, or nil.
    var blockedSince: Int64?

    init(
        _ world: World, _ peer: ConnectionPeer, _ edge: EdgeHost, session: SessionID, room: RoomName
    ) {
        self.world = world
        self.peer = peer
        self.edge = edge
        self.session = session
        self.room = room
    }

    func deliver(_ packet: Pipe.Packet, from pipe: Pipe) {
        switch packet {
        case .frame(let frame) where pipe === toEdge: edge.receive(frame, from: self)
        case .end where pipe === toEdge: edge.disconnect(self)
        case .frame(let frame):
            edge.connectionDrained(self)
            peer?.receive(frame, over: self)
        case .end(let code, let text): peer?.connectionEnded(self, code: code, text: text)
        }
    }

    public var isHeld: Bool {
        get { toEdge.isHeld }
        set {
            toEdge.isHeld = newValue
            toPeer.isHeld = newValue
        }
    }

    /// Sends a frame to the edge.
    public func send(_ frame: [UInt8]) { toEdge.send(.frame(frame)) }

    public func close() { toEdge.send(.end(1001)) }

    func setDelay(_ delay: Int64) {
        toEdge.delay = delay
        toPeer.delay = delay
    }

    /// Loses all packets in both directions, without notice to either side.
    func losePackets() {
        toEdge.losePackets()
        toPeer.losePackets()
    }
}
