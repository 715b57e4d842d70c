import Foundation
import RoomStore
import SharedRoom
import Synchronization
import Testing

@testable import calcroom_lab

@Test func `keys are due at the same rate while a server stalls, and their wait counts as delay`()
    throws
{
    let appendCount = Atomic(0)
    let store = MemoryStore(
        clock: {
            if appendCount.add(1, ordering: .relaxed).newValue == 40 { sleep(1) }
            return 1
        }, random: { 7 }, compact: Room.compact)
    let server = try TestServer(store: store) {
        $0.limits.lift()
        // A load generator that gets no processor time for a moment gets no snapshot.
        $0.limits[.ringEventsMax] = 1 << 20
        $0.limits[.ringBytesMax] = 1 << 26
    }
    let load = Load(ports: [server.port], clientsInRoom: 2, pace: .rate(200))
    let delays = try LoadRun(load, server: nil).measure(seconds: 1.5).delays.sorted()
    // In one second 200 of 300 keys are due, and most of them wait for more than 100 ms. A generator that
    // waited for answers would measure only two such keys.
    #expect(delays.count > 100)
    #expect(delays[delays.count / 2] > 100_000_000)
}
