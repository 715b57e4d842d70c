import Glibc
import Testing

@testable import RoomStore

@Test func `writing to a connection that Redis has closed is an error, and no signal`() throws {
    let before = signal(SIGPIPE, SIG_DFL)
    defer { signal(SIGPIPE, before) }
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    close(ends[1])
    defer { close(ends[0]) }
    for _ in 0..<2 {
        try BrokenPipe.reported { () throws(RedisFailure) in
            #expect(write(ends[0], "x", 1) == -1 && errno == EPIPE)
        }
    }
}
