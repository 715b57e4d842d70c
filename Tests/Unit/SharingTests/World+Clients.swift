import CalculatorEngine
@testable import RoomClient
import RoomServer
import SharedRoom
import Simulator
import Testing

extension World {
    /// A room that Ada hosts, with Ben as a participant.
    static func pair(
        edges: Int = 1, limits: Limits = World.generous
    ) -> (world: World, ada: ClientHost, ben: ClientHost) {
        let world = World(edges: edges, limits: limits)
        let ada = world.client("ada", keypad: .standard, name: "Ada")
        world.settle()
        let ben = world.client("ben", keypad: nil, name: "Ben", edge: edges - 1)
        world.settle()
        return (world, ada, ben)
    }

    /// Checks that all edges and all clients that have not ended have the same room and no pending actions,
    /// and that no activity continues forever. Tests may break the other promises on purpose.
    func expectAgreement(sourceLocation: SourceLocation = #_sourceLocation) {
        settle()
        #expect(failure?.promise != .bounded, sourceLocation: sourceLocation)
        let clients = clients.filter { $0.ending == nil }
        var hashes = edges.compactMap { $0.room("class")?.hash }
        hashes += clients.compactMap { $0.replica.confirmed?.hash }
        #expect(Set(hashes).count == 1, sourceLocation: sourceLocation)
        for client in clients {
            #expect(client.replica.view.pendingCount == 0, sourceLocation: sourceLocation)
        }
    }
}

extension ClientHost {
    /// The confirmed room.
    var confirmed: Room {
        get throws { try #require(replica.confirmed) }
    }

    /// True if the client has joined and its replica is up to date.
    var isCurrent: Bool { replica.view.connection == .joined(isCurrent: true) }

    var ending: CloseReason? {
        if case .ended(let reason) = replica.view.connection { reason } else { nil }
    }

    var notices: [ReplicaNotice] { replica.view.notices }

    /// The reasons why the client's own actions had no effect.
    var voids: [VoidReason] {
        notices.compactMap { if case .void(_, let reason) = $0 { reason } else { nil } }
    }

    /// Replaces text in the held frames.
    func alter(_ text: String, to other: String) {
        framesInTransit = framesInTransit.map { frame in
            Array(String(decoding: frame, as: UTF8.self).replacing(text, with: other).utf8)
        }
    }
}
