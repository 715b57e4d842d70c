import Foundation
import RunningPrograms
import Testing

@testable import WebServer

@Suite(
    .serialized,
    .enabled(if: Effort.isFull, "it counts the descriptors of all tests, run with CALCROOM_FULL=1"))
struct LeakTests {
    /// Other tests open descriptors too, but only leaked ones stay open.
    @Test(arguments: [true, false])
    func `a stopped server leaves no descriptor open`(usesLibev: Bool) throws {
        let rounds = 40
        let before = try descriptorCount()
        for _ in 0..<rounds {
            let (server, ada) = try TestServer.withRoom { $0.usesLibev = usesLibev }
            #expect(try server.get("/rooms/7b/state").status == 200)
            server.server.stop()
            #expect(try ada.receiveClose().code == 1012)
            try ada.send(.init(code: WebSocket.Frame.close, bytes: [0x03, 0xF4]))
            try server.stop()
        }
        try Wait.untilTrue(seconds: 30) { try descriptorCount() < before + rounds }
    }

    /// The number of sockets, timers and similar descriptors. Files belong to other tests.
    private func descriptorCount() throws -> Int {
        let folder = "/proc/self/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "\(folder)/\(name)")
            return target.map { !$0.hasPrefix("/") } ?? false
        }
    }
}
