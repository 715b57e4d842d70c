import RoomClient
import SharedRoom
import WebServer

/// What `watch` shows of a room at a moment.
struct RoomSight {
    /// Who has pressed what since the last one: `Ada 5 +, Ben =`
    let presses: [(who: String, keys: String)]
    let expression: String
    let display: String
    /// Whether it is what the server has.
    let isCurrent: Bool

    /// Nil before anything is known of the room.
    init?(_ visit: VisitedRoom) {
        let view = visit.replica.view
        guard case .some = visit.replica.confirmed else { return nil }
        var presses: [(who: String, keys: String)] = []
        for pressed in view.keys {
            let who = Self.name(of: pressed.author, in: view)
            if presses.last?.who == who {
                presses[presses.count - 1].keys += " \(pressed.key.name)"
            } else {
                presses.append((who, "\(pressed.key.name)"))
            }
        }
        self.presses = presses
        expression = String(decoding: view.display.expression, as: UTF8.self)
        display = String(decoding: view.display.main.text, as: UTF8.self)
        isCurrent = view.connection == .joined(isCurrent: true)
    }

    /// Whether both look the same.
    func isLike(_ other: RoomSight) -> Bool {
        expression == other.expression && display == other.display
    }

    private static func name(of number: UInt32, in view: ReplicaView) -> String {
        let name = view.people.first { $0.number == number }?.name ?? .none
        return RoomDocuments.person(number, name.bytes)
    }
}
