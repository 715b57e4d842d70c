import Foundation
import RoomStore
import RunningPrograms
import Testing
import WebServer

private let isFull = ConditionTrait.enabled(
    if: Effort.isFull, "it measures times of recovery; run it with CALCROOM_FULL=1")

/// A failure while three hundred people type.
enum Fault: String, CaseIterable {
    case serverKilled, serverKilledAtWork, redisKilled, wireCut, serverDrained
}

@Test(isFull, Machines.isPossible, .serialized, arguments: Fault.allCases)
func `after a failure no key is lost, and all clients recover within three seconds`(
    fault: Fault
) throws {
    let machines = try Machines()
    defer { machines.end() }
    let crowd = try Crowd(300, at: machines.address)
    defer { crowd.leave() }
    let sessionCount = try machines.metric("calcroom_sessions", of: 0)
    #expect((1..<300).contains(sessionCount), "each server must have some of the rooms")
    let beginning = MonotonicClock.milliseconds
    let (affected, repaired) = try machines.cause(fault, crowd, sessionCount, since: beginning)
    let recovery = try crowd.recover(from: affected, since: beginning, repaired: repaired)
    #expect(recovery.longest <= 3_000)
    machines.wire.release()
    if machines.servers[0].program.isEnded { try machines.start(0) }
    try crowd.finish()
    let audit = try crowd.audit(machines.logs)
    #expect(audit.faults == [])
    print("\(fault): of 300 \(recovery); \(audit)")
}

extension Machines {
    /// Checks that new connections to all rooms succeed.
    fileprivate func checkNewConnections(_ crowd: Crowd) throws {
        for room in crowd.rooms {
            #expect(try WebSocket(port: balancer.port, "/rooms/\(room)").status == 101)
        }
    }

    /// Causes the failure and repairs it. Returns the number of affected visitors and the time of repair.
    fileprivate func cause(
        _ fault: Fault, _ crowd: Crowd, _ sessionCount: Int, since beginning: Int64
    ) throws -> (Int, Int64) {
        switch fault {
        case .serverKilled:
            let moment = MonotonicClock.milliseconds
            try servers[0].kill()
            try checkNewConnections(crowd)
            return (sessionCount, moment)
        case .serverKilledAtWork:
            // The commands on the way to Redis arrive after the clients have resent their actions elsewhere.
            wire.cut([.toServer])
            try crowd.wait("keys are on their way", of: 20) {
                $0.pressed.count > $0.confirmedCount + 1
            }
            let moment = MonotonicClock.milliseconds
            try servers[0].kill()
            return (sessionCount, moment)
        case .redisKilled:
            redis.kill()
            try crowd.wait("keys are refused", of: 100) { $0.wasDisrupted(since: beginning) }
            try redis.start()
            return (100, MonotonicClock.milliseconds)
        case .wireCut:
            wire.cut()
            try crowd.wait("keys are refused", of: 1) { $0.wasDisrupted(since: beginning) }
            wire.release()
            return (1, MonotonicClock.milliseconds)
        case .serverDrained:
            let before = try metric("calcroom_sessions_opened_total", of: 0)
            try balancer.ask("set server calcroom/a state drain")
            try checkNewConnections(crowd)
            #expect(try metric("calcroom_sessions_opened_total", of: 0) == before)
            let moment = MonotonicClock.milliseconds
            try balancer.ask("shutdown sessions server calcroom/a")
            return (sessionCount, moment)
        }
    }
}

@Test(isFull, Machines.isPossible)
func `a rolling restart loses no key and interrupts nobody for two seconds`()
    throws
{
    let machines = try Machines()
    defer { machines.end() }
    let crowd = try Crowd(50, at: machines.address)
    defer { crowd.leave() }
    for index in [0, 1] {
        let sessionCount = try machines.metric("calcroom_sessions", of: index)
        let beginning = MonotonicClock.milliseconds
        machines.servers[index].program.send(SIGTERM)
        try machines.checkNewConnections(crowd)
        #expect(try machines.servers[index].program.status() == 0)
        try machines.start(index)
        let recovery = try crowd.recover(from: sessionCount, since: beginning, repaired: beginning)
        print("\(Machines.names[index]) was restarted: of 50 \(recovery)")
    }
    try crowd.finish()
    let audit = try crowd.audit(machines.logs)
    #expect(audit.faults == [])
    let disruptions = crowd.seen.map(\.longestDisruption).sorted()
    print(
        "interruptions: the median is \(disruptions[disruptions.count / 2]) ms, the longest",
        "\(disruptions.last ?? 0) ms at a time; \(audit)")
    #expect(disruptions.last ?? .max <= 2_000)
}

/// The server may continue with frames that its clients have long since resent to the other server.
@Test(isFull, Machines.isPossible)
func `clients leave a server that hangs, which does no harm when it continues`() throws {
    let machines = try Machines()
    defer { machines.end() }
    let crowd = try Crowd(50, at: machines.address)
    defer { crowd.leave() }
    let sessionCount = try machines.metric("calcroom_sessions", of: 0)
    let beginning = MonotonicClock.milliseconds
    machines.servers[0].setRunning(false)
    let recovery = try crowd.recover(from: sessionCount, since: beginning, repaired: beginning)
    #expect(recovery.longest <= 4_000)
    machines.servers[0].setRunning(true)
    try machines.waitUntilUp(0)
    try crowd.finish()
    let audit = try crowd.audit(machines.logs)
    #expect(audit.faults == [])
    print("a server that hangs: of 50 \(recovery); \(audit)")
}
