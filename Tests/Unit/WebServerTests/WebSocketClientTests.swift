import Glibc
import RoomStore
import RunningPrograms
import Testing

@testable import WebServer
@testable import calcroom

@Test(.enabled(if: Effort.isFull, "it waits for time limits, run with CALCROOM_FULL=1"))
func `a connection that nobody answers fails after the time limit`() throws {
    // The system accepts its connections, and nobody answers.
    let silent = try ListeningSocket(host: "127.0.0.1", port: 0)
    defer { close(silent.descriptor) }
    let link = try #require(RoomLink("http://127.0.0.1:\(silent.port)/rooms/silent"))
    let client = try WebSocketClient(link, timeout: 1)
    for _ in 1...2 {
        client.connect()
        var events: [WebSocketClient.Event] = []
        let end = MonotonicClock.milliseconds + 20_000
        while events.isEmpty, MonotonicClock.milliseconds < end { events = client.wait(until: end) }
        #expect(events == [.failed(.unreachable)])
    }
}
