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
    #expect(address.user == nil && address.password == nil)
}

@Test func `a password may have any character`() throws {
    let address = try #require(RedisAddress("redis://calc:p%40ss%2f:w@here:7000/1"))
    #expect(address.user == "calc" && address.password == "p@ss/:w")
    #expect(RedisAddress("redis://:secret@here")?.user == nil)
    #expect(RedisAddress("redis://:secret@here")?.password == "secret")
}

@Test(arguments: [
    "redis://", "redis://here:0", "redis://here:x", "redis://here/x", "redis://me@here",
    "redis://a:%4@here", "rediss://here", "here",
])
func `invalid addresses are rejected`(text: String) {
    #expect(RedisAddress(text) == nil)
}
