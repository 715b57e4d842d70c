import RoomServer
import SharedRoom

/// Who is at the far end of a connection to an edge.
public protocol Caller: AnyObject {
    func arrived(_ frame: [UInt8], by link: Link)
    func ended(_ link: Link, code: UInt16)
}

/// A connection between a caller and a session of an edge. Each direction can be slow, held or dead
/// by itself.
public final class Link {
    let toEdge: Pipe
    let toCaller: Pipe
    weak var caller: Caller?
    let session: SessionID
    let room: RoomName
    /// Of the last welcome.
    var epoch: UInt64?
    /// What the checks know of the pen that this connection was opened with.
    var pen: PenRecord?
    /// The head of the room's log when the join arrived.
    var headAtJoin: (epoch: UInt64, sequence: Int64)?
    /// Whether the edge holds frames back, and since when.
    var blockedSince: Int64?

    init(_ world: World, _ caller: Caller, _ edge: EdgeHost, session: SessionID, room: RoomName) {
        self.caller = caller
        self.session = session
        self.room = room
        let ends = Ends()
        toEdge = Pipe(world) { [unowned edge] parcel in
            guard let link = ends.link else { return }
            switch parcel {
            case .frame(let frame): edge.receive(frame, from: link)
            case .end: edge.hangUp(link)
            }
        }
        toCaller = Pipe(world) { [weak caller, unowned edge] parcel in
            guard let link = ends.link else { return }
            switch parcel {
            case .frame(let frame):
                edge.hasRoom(link)
                caller?.arrived(frame, by: link)
            case .end(let code): caller?.ended(link, code: code)
            }
        }
        ends.link = self
    }

    private final class Ends {
        weak var link: Link?
    }

    public var isHeld: Bool {
        get { toEdge.isHeld }
        set {
            toEdge.isHeld = newValue
            toCaller.isHeld = newValue
        }
    }

    func setDelay(_ delay: Int64) {
        toEdge.delay = delay
        toCaller.delay = delay
    }

    /// Nothing arrives any more, in either direction, and nobody is told.
    func die() {
        toEdge.die()
        toCaller.die()
    }
}
