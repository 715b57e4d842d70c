import Testing

@testable import RedisStore
@testable import RoomStore

@Test(arguments: [
    ("redis://here", "here", 6_379, 0), ("redis://10.0.0.7:7000/3", "10.0.0.7", 7_000, 3),
    ("redis://[fd00::2]:7000", "fd00::2", 7_000, 0), ("redis://[fd00::2]/", "fd00::2", 6_379, 0),
])
func `an address has a host, and optionally a port and a database`(
    text: String, host: String, port: Int32, database: Int
) throws {
    let address = try #require(RedisAddress(text))
    #expect(address.hosts == [RedisHost(name: host, port: port)] && address.database == database)
    #expect(address.user == nil && address.password == nil && address.tls == nil)
    #expect(RedisAddress(text.replacing("redis:", with: "rediss:"))?.tls == RedisTLS())
}

@Test func `a password may have any character`() throws {
    let address = try #require(RedisAddress("redis://calc:p%40ss%2f:w@here:7000/1"))
    #expect(address.user == "calc" && address.password == "p@ss/:w")
    #expect(RedisAddress("redis://:secret@here")?.user == nil)
    #expect(RedisAddress("redis://:secret@here")?.password == "secret")
    let user = try #require(RedisAddress("rediss://c%40lc@here"))
    #expect(user.user == "c@lc" && user.password == nil && user.hosts[0].name == "here")
}

@Test func `an address may name sentinels`() throws {
    let address = try #require(
        RedisAddress("rediss://calc@one,[fd00::2]:7000,three/2", primary: "calcroom"))
    #expect(address.hosts.map(\.text) == ["one:26379", "[fd00::2]:7000", "three:26379"])
    #expect(address.user == "calc" && address.database == 2)
    #expect(
        address.place
            == "Redis calcroom of the sentinels at one:26379, [fd00::2]:7000, three:26379")
}

@Test(arguments: [
    "redis://", "rediss://", "redis://here:0", "redis://here,", "redis://here:x", "redis://here/x",
    "redis://@here", "redis://a:%4@here", "redis://%4@here", "redisss://here", "here",
])
func `invalid addresses are rejected`(text: String) {
    #expect(RedisAddress(text) == nil)
}
