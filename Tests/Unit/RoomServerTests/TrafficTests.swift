import RoomServer
import SharedRoom
import Testing

@Test func `a connection over its byte limit is paused until the debt is paid`()
    throws
{
    let shell = try TestShell { $0.limit(own: (100, 1_000), address: (10_000, 100_000)) }
    let host = try shell.host()
    #expect(shell.charge(1_000, host) == 0)
    #expect(shell.charge(500, host) == 5_010)
    #expect(shell.frames(host).last == #"{"throttled":{"limit":"trafficPerSecond","retry":5010}}"#)
    shell.wait(5_010)
    #expect(shell.charge(1, host) == 0)
}

@Test func `each packet counts as 128 bytes more`() throws {
    let shell = try TestShell { $0.limit(own: (100, 1_280), address: (10_000, 100_000)) }
    let host = try shell.host()
    #expect(shell.charge(0, packets: 10, host) == 0)
    #expect(shell.charge(1, host) > 0)
}

@Test func `connections from one address share a byte limit`() throws {
    let shell = try TestShell { $0.limit(own: (100, 1_000), address: (100, 1_500)) }
    let (host, ben, eve) = try shell.twoAtOneAddressAndEve()
    #expect(shell.charge(1_000, host) == 0)
    #expect(shell.charge(600, ben) == 1_010)
    #expect(
        shell.frames(ben).last == #"{"throttled":{"limit":"addressTrafficPerSecond","retry":1010}}"#
    )
    #expect(shell.charge(600, eve) == 0)
}

@Test func `one flooding connection does not pause the others at its address`() throws {
    let shell = try TestShell { $0.limit(own: (100, 1_000), address: (100, 1_500)) }
    let (host, ben, _) = try shell.twoAtOneAddressAndEve()
    #expect(shell.charge(1_000_000, host) > 0)
    #expect(shell.charge(100, ben) == 0)
}

@Test func `a flooding client gains nothing by reconnecting`() throws {
    let shell = try TestShell { $0.limit(own: (100, 1_000), address: (100, 1_500)) }
    shell.address = 7
    let host = try shell.host()
    #expect(shell.charge(2_500, host) > 0)
    shell.leave(host)
    #expect(shell.charge(100, try shell.join("h")) > 0)
}

@Test func `ending a connection that sent nothing charges nothing`() throws {
    let shell = try TestShell { $0.limit(own: (100, 1_000), address: (100, 1_500)) }
    let (host, ben, _) = try shell.twoAtOneAddressAndEve()
    shell.leave(host)
    #expect(shell.charge(0, host) == 0)
    #expect(shell.charge(1_000, ben) == 0)
}

private typealias Bound = (perSecond: Int64, atOnce: Int64)

extension Limits {
    fileprivate mutating func limit(own: Bound, address: Bound) {
        (self[.trafficPerSecond], self[.trafficAtOnceMax]) = own
        (self[.addressTrafficPerSecond], self[.addressTrafficAtOnceMax]) = address
    }
}
