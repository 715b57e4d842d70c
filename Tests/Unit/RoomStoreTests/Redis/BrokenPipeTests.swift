import Glibc
import RunningRedis
import Testing

@testable import RedisStore
@testable import RoomStore

@Test(.needsRedis)
func `writing to a connection that Redis has closed is an error, and no signal`() throws {
    let before = signal(SIGPIPE, SIG_DFL)
    defer { signal(SIGPIPE, before) }
    let redis = try RunningRedis()
    defer { redis.end() }
    let address = try #require(RedisAddress("redis://127.0.0.1:\(redis.port)"))
    let connection = try RedisConnection(address, at: address.hosts[0], timeout: 10_000)
    redis.kill()
    // Redis resets the connection after the first write.
    for _ in 0..<2 {
        connection.send(["PING"])
        _ = try? connection.flush()
    }
    connection.send(["PING"])
    #expect(throws: RedisFailure(errno: EPIPE)) { try connection.flush() }
}
