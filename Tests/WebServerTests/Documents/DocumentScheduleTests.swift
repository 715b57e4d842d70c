import Testing

@testable import WebServer

private func address(_ number: Int) throws -> ClientAddress {
    try #require(ClientAddress(forwarded: "192.0.2.\(number)"))
}

@Test func `documents take turns, and are continued after the client has received a part`() throws {
    var schedule = DocumentSchedule(places: 9, placesPerAddress: 9)
    for number in 1...3 { schedule.add(number, from: try address(number)) }
    #expect((0..<4).map { _ in schedule.next() } == [1, 2, 3, nil])
    schedule.resume(2)
    schedule.resume(2)
    schedule.resume(1)
    schedule.remove(2)
    #expect((0..<2).map { _ in schedule.next() } == [1, nil])
    schedule.resume(7)
    #expect(schedule.next() == nil && schedule.activeCount == 2)
}

@Test func `an address has few documents at a time, and others do not wait for it`() throws {
    var schedule = DocumentSchedule(places: 9, placesPerAddress: 2)
    for number in 1...5 { schedule.add(number, from: try address(1)) }
    schedule.add(6, from: try address(2))
    #expect((0..<4).map { _ in schedule.next() } == [1, 6, 2, nil])
    #expect(schedule.waitingCount == 3)
    // The third one is abandoned before it begins.
    schedule.remove(3)
    schedule.remove(1)
    #expect((0..<2).map { _ in schedule.next() } == [4, nil])
    for number in [2, 4, 5, 6] { schedule.remove(number) }
    #expect(schedule.activeCount == 0 && schedule.waitingCount == 0)
    schedule.add(7, from: try address(1))
    #expect(schedule.next() == 7)
}

@Test func `a free place goes to the next address in turn`() throws {
    var schedule = DocumentSchedule(places: 2, placesPerAddress: 2)
    for number in 1...4 { schedule.add(number, from: try address(1)) }
    for number in 5...6 { schedule.add(number, from: try address(2)) }
    #expect((0..<3).map { _ in schedule.next() } == [1, 5, nil])
    schedule.remove(1)
    #expect(schedule.next() == 2)
    schedule.remove(2)
    #expect(schedule.next() == 6)
    schedule.remove(5)
    schedule.remove(6)
    #expect((0..<3).map { _ in schedule.next() } == [3, 4, nil])
}
