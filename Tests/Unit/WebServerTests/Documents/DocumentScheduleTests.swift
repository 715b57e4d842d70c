import Testing

@testable import WebServer

private typealias Step = DocumentSchedule.Step

private func address(_ number: Int) throws -> ClientAddress {
    try #require(ClientAddress(forwarded: "192.0.2.\(number)"))
}

extension DocumentSchedule {
    fileprivate init(_ places: Int, each placesPerAddress: Int) {
        self.init(places: places, placesPerAddress: placesPerAddress, patience: 1_000)
    }

    fileprivate mutating func add(_ number: Int, from address: ClientAddress) {
        add(number, from: address, needsPlace: true)
    }

    /// The documents of the next steps. None of them ends a document.
    fileprivate mutating func next(_ count: Int, at now: Int64 = 0) -> [Int?] {
        (0..<count).map { _ in
            if case .proceed(let number) = next(at: now) { number } else { nil }
        }
    }
}

@Test func `documents take turns, and are continued after the client has received a part`() throws {
    var schedule = DocumentSchedule(9, each: 9)
    for number in 1...3 { schedule.add(number, from: try address(number)) }
    #expect(schedule.next(4) == [1, 2, 3, nil])
    schedule.resume(2)
    schedule.resume(2)
    schedule.resume(1)
    schedule.remove(2)
    #expect(schedule.next(2) == [1, nil])
    schedule.resume(7)
    #expect(schedule.next(1) == [nil] && schedule.placeCount == 2)
}

@Test func `an address has few documents at a time, and others do not wait for it`() throws {
    var schedule = DocumentSchedule(9, each: 2)
    for number in 1...5 { schedule.add(number, from: try address(1)) }
    schedule.add(6, from: try address(2))
    #expect(schedule.next(4) == [1, 6, 2, nil])
    // The third one is abandoned before it begins.
    schedule.remove(3)
    schedule.remove(1)
    #expect(schedule.next(2) == [4, nil])
    // It waits only for others of its address.
    #expect(schedule.wakeTime == nil)
    for number in [2, 4, 5, 6] { schedule.remove(number) }
    #expect(schedule.placeCount == 0 && schedule.count == 0)
    schedule.add(7, from: try address(1))
    #expect(schedule.next(1) == [7])
}

@Test func `a free place goes to the next address in turn`() throws {
    var schedule = DocumentSchedule(2, each: 2)
    for number in 1...4 { schedule.add(number, from: try address(1)) }
    for number in 5...6 { schedule.add(number, from: try address(2)) }
    #expect(schedule.next(3) == [1, 5, nil])
    schedule.remove(1)
    #expect(schedule.next(1) == [2])
    schedule.remove(2)
    #expect(schedule.next(1) == [6])
    schedule.remove(5)
    schedule.remove(6)
    #expect(schedule.next(3) == [3, 4, nil])
}

@Test func `an address with many documents gets no more turns than another`() throws {
    var schedule = DocumentSchedule(9, each: 9)
    for number in 1...3 { schedule.add(number, from: try address(1)) }
    for number in 4...6 { schedule.add(number, from: try address(1), needsPlace: false) }
    for number in 7...8 { schedule.add(number, from: try address(2)) }
    #expect(schedule.next(9) == [4, 7, 5, 8, 6, 1, 2, 3, nil])
}

@Test func `a small document does not wait for a place`() throws {
    var schedule = DocumentSchedule(1, each: 1)
    schedule.add(1, from: try address(1))
    schedule.add(2, from: try address(1))
    #expect(schedule.next(2) == [1, nil])
    schedule.add(3, from: try address(1), needsPlace: false)
    #expect(schedule.next(2) == [3, nil] && schedule.placeCount == 1)
    schedule.remove(3)
    #expect(schedule.placeCount == 1)
}

@Test func `a document whose client reads slowly loses its place to one that waits`() throws {
    var schedule = DocumentSchedule(2, each: 2)
    schedule.add(1, from: try address(1))
    schedule.add(2, from: try address(1))
    #expect(schedule.next(1) == [1] && schedule.next(2, at: 100) == [2, nil])
    // Nobody waits.
    #expect(schedule.wakeTime == nil && schedule.next(1, at: 5_000) == [nil])
    schedule.resume(1)
    #expect(schedule.next(1, at: 5_000) == [1])
    schedule.add(3, from: try address(2))
    #expect(schedule.wakeTime == 1_100)
    #expect(schedule.next(at: 1_099) == nil)
    #expect(schedule.next(at: 1_100) == .end(2))
    #expect(schedule.next(2, at: 1_100) == [3, nil] && schedule.placeCount == 2)
    // The report that its client has received the part comes too late.
    schedule.resume(2)
    schedule.remove(2)
    #expect(schedule.next(1, at: 1_100) == [nil] && schedule.placeCount == 2)
}
