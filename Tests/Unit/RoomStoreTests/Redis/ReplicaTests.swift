import Glibc
import RunningRedis
import SharedRoom
import Testing

@testable import RoomStore

/// Two nodes that publish an event after a replica has it.
private final class ReplicatedNodes {
    let nodes: Nodes
    let replica: RunningRedis

    static func hold(_ body: (ReplicatedNodes) throws -> Void) throws {
        try Nodes.hold {
            $0.replicas = 1
        } _: { nodes in
            let replicated = try ReplicatedNodes(nodes)
            defer { replicated.replica.end() }
            try body(replicated)
        }
    }

    private init(_ nodes: Nodes) throws {
        self.nodes = nodes
        _ = nodes.redis.ask("CONFIG SET repl-diskless-sync-delay 0")
        replica = try RunningRedis(["replicaof 127.0.0.1 \(nodes.redis.port)"])
        replica.wait(for: "master_link_status:up", in: "replication")
    }

    /// Appends an event at the first node while the replica is suspended, and waits until that misses the replica.
    func appendInDoubt(_ probe: StoreProbe) throws {
        replica.setRunning(false)
        probe.append([2], to: "hall")
        nodes.redis.wait(for: "XLEN calcroom:room:hall:events", "2")
        let notice = StoreNotice.cannotWrite("0 of 1 replicas have confirmed in time")
        while nodes.stores[0].commits.failingSince == nil { usleep(1_000) }
        while nodes.notices.last != notice { usleep(1_000) }
    }
}

@Test(.needsRedis) func `an event is published when a replica has it`() throws {
    try ReplicatedNodes.hold { replicated in
        let (ada, bob) = (replicated.nodes.edge(at: 0), replicated.nodes.edge(at: 1))
        for edge in [ada, bob] { try edge.open("hall") }
        ada.append([1], to: "hall")
        try bob.follow("hall", to: 1)
        try replicated.appendInDoubt(ada)
        let reader = replicated.nodes.stores[1].makeReader()
        let read = try #require(try reader.room("hall"))
        #expect(read.events.count == 1)
        #expect(try reader.events(after: 1, of: StoredLog("hall", read)).isEmpty)
        for probe in [ada, bob] { #expect(try probe.follow("hall", to: 1).events.count == 1) }
        let commits = { replicated.nodes.stores[0].commits }
        #expect(commits().unconfirmed == 1 && commits().failingSince != nil)
        replicated.replica.setRunning(true)
        for probe in [ada, bob] { try probe.follow("hall", to: 2) }
        #expect(commits().unconfirmed == 0 && commits().failingSince == nil)
    }
}

extension StoreProbe {
    fileprivate func waitForRefusals(_ count: Int) throws {
        _ = try inbox.wait(for: "\(count) refusals") { reports in
            let refusals = reports.filter { report in
                if case .refused("hall", _, .unavailable) = report { true } else { false }
            }
            return refusals.count == count ? true : nil
        }
    }
}

@Test(.needsRedis) func `replicas that answer do not hide that Redis is full`() throws {
    try ReplicatedNodes.hold { replicated in
        let ada = try replicated.nodes.edge(at: 0).withOpen("hall")
        ada.append([1], to: "hall")
        try ada.follow("hall", to: 1)
        let noticeCount = replicated.nodes.notices.count
        _ = replicated.nodes.redis.ask("CONFIG SET maxmemory 1")
        // The second refusal comes after the answer of the replica for the first append.
        for count in 1...2 {
            ada.append([2], to: "hall")
            try ada.waitForRefusals(count)
        }
        #expect(replicated.nodes.notices.count == noticeCount + 1)
        #expect(replicated.nodes.stores[0].commits.failingSince != nil)
    }
}

@Test(.needsRedis)
func `a node publishes the events that an ended node has left behind the head`() throws {
    try ReplicatedNodes.hold { replicated in
        let (ada, bob) = (
            StoreProbe(of: replicated.nodes.stores[0]), replicated.nodes.edge(at: 1)
        )
        try ada.open("hall")
        ada.append([1], to: "hall")
        try ada.follow("hall", to: 1)
        try replicated.appendInDoubt(ada)
        replicated.nodes.stores[0].abandon()
        bob.submit(.open("hall"))
        try bob.waitForRefusals(1)
        replicated.replica.setRunning(true)
        // The node finds out before anybody opens a room or presses a key.
        while replicated.nodes.stores[1].commits.failingSince != nil { usleep(1_000) }
        let opened = try bob.openWhenPossible("hall")
        #expect(opened.events.map(\.action) == [.recall(1), .recall(2)])
    }
}
