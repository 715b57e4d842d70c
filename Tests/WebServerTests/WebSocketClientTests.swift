import CLibWebSockets
import Glibc
import RunningPrograms
import Testing

@testable import WebServer

/// A port whose connections the system accepts, and nobody answers.
private final class SilentServer {
    let port: UInt16
    private let listener: Int32

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let address = try SocketAddress.resolve("127.0.0.1", port: 0)[0]
        guard address.withPointer({ bind(listener, $0, $1) }) == 0, listen(listener, 1) == 0 else {
            throw TestFailure.noConnection
        }
        self.listener = listener
        port = SocketAddress(localOf: listener).port
    }

    deinit { close(listener) }
}

@Test(.enabled(if: Effort.isFull, "it waits for time limits, run with CALCROOM_FULL=1"))
func `a connection that nobody answers fails after the time limit`() throws {
    let server = try SilentServer()
    let link = try #require(RoomLink("http://127.0.0.1:\(server.port)/rooms/silent"))
    let client = try WebSocketClient(link, timeout: 1)
    for _ in 1...2 {
        client.connect()
        var events: [WebSocketClient.Event] = []
        let end = RoomVisit.now + 20_000
        while events.isEmpty, RoomVisit.now < end { events = client.wait(until: end) }
        #expect(events == [.failed(.unreachable)])
    }
}
