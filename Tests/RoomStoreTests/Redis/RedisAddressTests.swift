import RoomStore
import Testing

@Test(arguments: [
    ("redis://here", "here", 6_379, 0), ("redis://10.0.0.7:7000/3", "10.0.0.7", 7_000, 3),
    ("redis://[fd00::2]:7000", "fd00::2", 7_000, 0), ("redis://[fd00::2]/", "fd00::2", 6_379, 0),
])
func `an address has a host, and optionally a port and a database`(
    text: String, host: String, port: Int32, database: Int
) throws {
    let address = try #require(RedisAddress(text))
    #expect(address.host == host && address.port == port && address.database == database)
    #expect(address.user == nil && address.password == nil && address.tls == nil)
    #expect(RedisAddress(text.replacing("redis:", with: "rediss:"))?.tls == RedisTLS())
}

@Test func `a password may have any character`() throws {
    let address = try #require(RedisAddress("redis://calc:p%40ss%2f:w@here:7000/1"))
    #expect(address.user == "calc" && address.password == "p@ss/:w")
    #expect(RedisAddress("redis://:secret@here")?.user == nil)
    #expect(RedisAddress("redis://:secret@here")?.password == "secret")
    let user = try #require(RedisAddress("rediss://c%40lc@here"))
    #expect(user.user == "c@lc" && user.password == nil && user.host == "here")
}

@Test(arguments: [
    "redis://", "rediss://", "redis://here:0", "redis://here:x", "redis://here/x",
    "redis://@here", "redis://a:%4@here", "redis://%4@here", "redisss://here", "here",
])
func `invalid addresses are rejected`(text: String) {
    #expect(RedisAddress(text) == nil)
}
