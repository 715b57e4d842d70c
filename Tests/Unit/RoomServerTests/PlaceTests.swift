import SharedRoom
import Testing

@testable import RoomServer

@Test func `a thousand joins from one address do not disconnect twenty silent pupils`() throws {
    let (shell, _) = try TestShell.hosted()
    let pupils = try "abcdefgijklmnopqrstu".map { try shell.join($0) }
    shell.address = 7
    for number in 1...1_000 {
        shell.now += 1
        shell.leave(try shell.newcomer(number))
    }
    #expect(pupils.allSatisfy { shell.closing($0) == nil })
    #expect(try shell.people.all.count <= 1 + 20 + 200 + 5 * 2)
}

@Test func `new participants from many addresses replace nobody who is connected`() throws {
    let (shell, _) = try TestShell.hosted { $0[.roomNewcomersAtOnceMax] = 2_000 }
    let pupils = try "abcdefgijklmnopqrstu".map { try shell.join($0) }
    for number in 1...979 { shell.leave(try shell.newcomer(number)) }
    #expect(try shell.people.all.count == 1_000)
    shell.tick()
    shell.wait(10_000)
    for number in 980...1_960 {
        let newcomer = try shell.newcomer(number)
        #expect((shell.closing(newcomer) == nil) == (number < 1_959))
        #expect(number < 1_959 || shell.closing(newcomer) == .full)
    }
    #expect(pupils.allSatisfy { shell.closing($0) == nil })
    #expect(try (1...21).allSatisfy { try shell.people[$0] != nil })
    #expect(try shell.people.all.count == 1_000)
}

@Test func `a new participant takes the place of the one absent for longest`()
    throws
{
    let shell = try TestShell.full(absent: 2)
    let (ben, cleo) = (try shell.join("b"), try shell.join("c"))
    shell.act(#"{"n":1,"hand":true}"#, ben)
    shell.wait(10_000)
    shell.leave(ben)
    shell.tick()
    shell.wait(20)
    shell.leave(cleo)
    shell.tick()
    shell.wait(9_979)
    #expect(shell.closing(try shell.newcomer(1)) == .full)
    shell.wait(1)
    #expect(shell.closing(try shell.newcomer(2)) == nil)
    #expect(try shell.people[2] == nil && shell.people[3] != nil)
    #expect(shell.closing(try shell.newcomer(3)) == .full)
    shell.wait(20)
    #expect(shell.closing(try shell.newcomer(4)) == nil)
    #expect(try shell.people[3] == nil)
}

@Test func `a participant never seen by this server counts as absent for longest`() throws {
    let shell = try TestShell.full(absent: 4)
    shell.leave(try shell.join("b"))
    shell.tick()
    shell.wait(20_000)
    for number in 1...2 { #expect(shell.closing(try shell.newcomer(number)) == nil) }
    #expect(try [2, 3, 4, 5].filter { try shell.people[$0] != nil } == [2, 5])
}

@Test func `a participant at another server keeps the place`() throws {
    let shell = try TestShell.full(absent: 1)
    shell.report(.presence(shell.name, edge: 9, came: [2], gone: []))
    shell.wait(10_000)
    #expect(shell.closing(try shell.newcomer(1)) == .full)
    shell.report(.presence(shell.name, edge: 9, came: [], gone: [2]))
    shell.tick()
    shell.wait(9_999)
    #expect(shell.closing(try shell.newcomer(2)) == .full)
    shell.wait(1)
    #expect(shell.closing(try shell.newcomer(3)) == nil)
}

@Test func `a host and participants with the keypad or in the bill keep their places`() throws {
    let shell = try TestShell.full(absent: 2)
    let host = try shell.join("h")
    shell.say(#"{"n":1,"grant":2}"#, host)
    shell.act(#"{"n":2,"bill":{"add":3}}"#, host)
    shell.leave(host)
    shell.tick()
    shell.wait(20_000)
    #expect(shell.closing(try shell.newcomer(1)) == .full)
}

@Test func `nobody is replaced in the first ten seconds of a full room`() throws {
    let shell = try TestShell.full(absent: 500)
    shell.wait(9_999)
    #expect(shell.closing(try shell.newcomer(1)) == .full)
    shell.wait(1)
    #expect(shell.closing(try shell.newcomer(2)) == nil)
}

@Test func `two simultaneous newcomers take two different places`() throws {
    let shell = try TestShell.full(absent: 2)
    shell.wait(10_000)
    let both = [shell.connect(), shell.connect()]
    for (number, session) in both.enumerated() {
        shell.say(joining(secret: secret(number)), session)
    }
    shell.tick()
    #expect(try both.allSatisfy { try shell.welcome($0) != nil })
    #expect(try shell.people[2] == nil && shell.people[3] == nil)
}

@Test func `a participant who returns to a full room enters by an event`() throws {
    let shell = try TestShell.full(absent: 1)
    let head = Int64(shell.log.count)
    let ben = try shell.join("b")
    #expect(try shell.welcome(ben)?.you == Welcome.You(number: 2, pen: 0, last: 0))
    #expect(try shell.people[2]?.lastActed == head + 1)
}

@Test func `a participant who returns first keeps the place and a newcomer takes another`()
    throws
{
    let shell = try TestShell.full(absent: 2)
    shell.wait(10_000)
    let ben = try #require(try shell.people[2])
    let entrance = Entrance(
        identity: ben.identity, pen: ben.pens[0].id, name: .none)
    shell.overtakingDrafts = [Draft(.enter(entrance))]
    #expect(try shell.welcome(try shell.newcomer(1)) != nil)
    #expect(try shell.people[2] != nil && shell.people[3] == nil)
    #expect(shell.closing(try shell.newcomer(2)) == .full)
}

@Test func `a place is given once if another server gives it away first`() throws {
    let shell = try TestShell.full(absent: 2)
    shell.wait(10_000)
    shell.overtakingDrafts = [try shell.replacement(of: 2)]
    #expect(try shell.welcome(try shell.newcomer(1)) != nil)
    #expect(try shell.people[2] == nil && shell.people[3] == nil)
}

@Test func `a participant wrongly replaced by another server receives the reason and returns`()
    throws
{
    let shell = try TestShell.full(absent: 2)
    shell.wait(10_000)
    let ben = try shell.join("b")
    shell.report(.events(shell.name, shell.commit([try shell.replacement(of: 2)])))
    #expect(shell.closing(ben) == .replaced)
    #expect(shell.frames(ben).last == #"{"bye":{"why":"replaced","retry":1000}}"#)
    let again = try shell.join("b")
    #expect(try shell.welcome(again)?.you?.number == 1_002)
}

@Test func `new participants from one address are limited in each room`() throws {
    let shell = try TestShell { ($0[.newcomersAtOnceMax], $0[.newcomersPerSecond]) = (2, 1) }
    _ = try shell.host()
    shell.address = 7
    for number in 1...2 { #expect(shell.closing(try shell.newcomer(number)) == nil) }
    let third = try shell.newcomer(3)
    #expect(shell.closing(third) == .limit)
    #expect(
        shell.frames(third).last
            == #"{"bye":{"why":"limit","limit":"newcomersPerSecond","retry":1000}}"#)
    // The limit does not apply to participants who return.
    #expect(shell.closing(try shell.newcomer(1)) == nil)
    var addresses = Addresses(.with { ($0[.newcomersAtOnceMax], $0[.newcomersPerSecond]) = (2, 1) })
    let address = addresses.addSession(from: 7, at: 0)
    let waits = [1, 1, 1, 2, 2, 2].map {
        addresses.chargeNewcomer(from: address, in: $0, at: 0)?.retry
    }
    #expect(waits == [nil, nil, 1_000, nil, nil, 1_000])
    #expect(addresses.chargeNewcomer(from: address, in: 1, at: 1_000) == nil)
    shell.address = 8
    #expect(shell.closing(try shell.newcomer(4)) == nil)
}

@Test func `new participants from all addresses are limited in a room`() throws {
    let shell = try TestShell {
        ($0[.roomNewcomersAtOnceMax], $0[.roomNewcomersPerSecond]) = (2, 1)
    }
    _ = try shell.host()
    for number in 1...2 { #expect(shell.closing(try shell.newcomer(number)) == nil) }
    let third = try shell.newcomer(3)
    #expect(
        shell.frames(third).last
            == #"{"bye":{"why":"serverLimit","limit":"roomNewcomersPerSecond","retry":1000}}"#)
    shell.wait(1_000)
    #expect(shell.closing(try shell.newcomer(3)) == nil)
}

@Test func `new rooms from one address are limited`() throws {
    let shell = try TestShell { ($0[.roomsAtOnceMax], $0[.roomsPerHour]) = (2, 3_600) }
    shell.address = 7
    let make = #","make":{"keypad":"standard"}"#
    for name in ["one", "two"] { _ = shell.makeRoom(name, make) }
    let third = shell.makeRoom("three", make)
    #expect(shell.closing(third) == .limit)
    #expect(
        shell.frames(third).last == #"{"bye":{"why":"limit","limit":"roomsPerHour","retry":1000}}"#)
    // The limit does not apply to rooms that exist.
    #expect(shell.closing(shell.makeRoom("one", "")) == nil)
    shell.wait(1_000)
    #expect(shell.closing(shell.makeRoom("four", make)) == nil)
    shell.address = 8
    #expect(shell.closing(shell.makeRoom("five", make)) == nil)
}

@Test func `the wait for a new room suffices even if the burst is one room`() throws {
    var addresses = Addresses(.with { ($0[.roomsAtOnceMax], $0[.roomsPerHour]) = (1, 3_600) })
    let slot = addresses.addSession(from: 7, at: 0)
    #expect(addresses.waitForRoom(from: slot, at: 0) == 0)
    let wait = addresses.waitForRoom(from: slot, at: 0)
    #expect(wait == 1_000 && addresses.waitForRoom(from: slot, at: wait) == 0)
}

@Test func `an address that stays away for a minute keeps its debt of new rooms`() throws {
    var addresses = Addresses(.with { ($0[.roomsAtOnceMax], $0[.roomsPerHour]) = (2, 1) })
    let slot = addresses.addSession(from: 7, at: 0)
    for _ in 0..<2 { #expect(addresses.waitForRoom(from: slot, at: 0) == 0) }
    addresses.removeSession(from: slot)
    _ = addresses.addSession(from: 8, at: 0)
    let again = addresses.addSession(from: 7, at: 120_000)
    #expect(addresses.waitForRoom(from: again, at: 120_000) > 0)
}

@Test func `new rooms from all addresses are limited`() throws {
    var addresses = Addresses(
        .with { ($0[.serverRoomsAtOnceMax], $0[.serverRoomsPerHour]) = (2, 3_600) })
    let waits = (1...3).map { key in
        addresses.waitForRoom(from: addresses.addSession(from: key, at: 0), at: 0)
    }
    #expect(waits == [0, 0, 1_000])
}

@Test func `addresses that make as many rooms as they may leave some for a new address`() {
    var addresses = Addresses(Limits())
    let attackers = (1...24).map { addresses.addSession(from: $0, at: 0) }
    for second in 0..<600 {
        let now = Int64(second) * 1_000
        for slot in attackers {
            for _ in 0..<100 where addresses.waitForRoom(from: slot, at: now) == 0 {}
        }
        guard second % 60 == 0 else { continue }
        let slot = addresses.addSession(from: UInt64(1_000 + second), at: now)
        #expect(addresses.waitForRoom(from: slot, at: now) == 0, "\(second)")
    }
}

@Test func `addresses that fill a room leave places for a new address`() throws {
    let shell = try TestShell()
    shell.leave(try shell.host())
    for round in 0..<60 {
        for address in 1...5 {
            shell.address = UInt64(address)
            for number in 0..<(round == 0 ? 200 : 5) {
                let newcomer = try shell.newcomer(10_000 * address + 200 * round + number)
                shell.leave(newcomer)
                guard shell.closing(newcomer) == nil else { break }
            }
        }
        shell.wait(1_000)
    }
    #expect(try (950..<1_000).contains(shell.people.all.count))
    shell.address = nil
    #expect(shell.closing(try shell.newcomer(1)) == nil)
}

@Test func `an assembly behind one address can enter`() throws {
    let shell = try TestShell()
    shell.address = 7
    _ = try shell.host()
    for number in 0..<900 {
        if number >= 200 { shell.wait(200) }
        #expect(shell.closing(try shell.newcomer(number)) == nil, "\(number)")
    }
}

@Test func `an address that stays away for a minute keeps its debt of newcomers`() {
    var addresses = Addresses(
        .with { ($0[.newcomersAtOnceMax], $0[.newcomersPerSecond]) = (200, 1) })
    let slot = addresses.addSession(from: 7, at: 0)
    for _ in 0..<200 { #expect(addresses.chargeNewcomer(from: slot, in: 1, at: 0) == nil) }
    addresses.removeSession(from: slot)
    _ = addresses.addSession(from: 8, at: 0)
    _ = addresses.addSession(from: 9, at: 61_000)
    let again = addresses.addSession(from: 7, at: 61_000)
    let admitted = (0..<200).count { _ in
        addresses.chargeNewcomer(from: again, in: 1, at: 61_000) == nil
    }
    #expect(admitted == 61)
    // The places in the room are kept for others for longer.
    addresses.removeSession(from: again)
    _ = addresses.addSession(from: 10, at: 61_000)
    _ = addresses.addSession(from: 11, at: 400_000)
    let last = addresses.addSession(from: 7, at: 400_000)
    #expect(addresses.newcomerCount(from: last, in: 1, at: 400_000) == 261)
    #expect(addresses.newcomerCount(from: last, in: 1, at: 700_000) == 0)
}

@Test func `a class in which everyone makes a room is not limited`() throws {
    var addresses = Addresses(Limits())
    let slot = addresses.addSession(from: 7, at: 0)
    #expect((1...60).allSatisfy { _ in addresses.waitForRoom(from: slot, at: 0) == 0 })
}

extension Addresses {
    /// Charges a new room. Returns the milliseconds to wait, or 0.
    fileprivate mutating func waitForRoom(from slot: Int, at now: Int64) -> Int64 {
        chargeRoom(from: slot, at: now)?.retry ?? 0
    }
}

extension TestShell {
    /// A full room in which the host and the first participants after it are absent. The others are
    /// connected to another server.
    fileprivate static func full(absent: Int) throws -> TestShell {
        let shell = try TestShell()
        shell.leave(try shell.host())
        let salt = try #require(shell.edge.room(named: shell.name)).salt
        var drafts: [Draft] = []
        for number in 2...UInt32(RoomLimits.peopleMax) {
            // Participants 2 to 7 have the secrets of "b" to "g".
            let text =
                number < 8
                ? secret(Character(UnicodeScalar(96 + UInt8(number))))
                : secret(1_000_000 + Int(number))
            let join = Join(secret: try #require(Secret(Array(text.utf8))))
            drafts.append(Draft(.enter(SecretHasher(digest).entrance(join, salt: salt))))
        }
        shell.report(.events(shell.name, shell.commit(drafts)))
        let others = (UInt32(absent) + 2)...UInt32(RoomLimits.peopleMax)
        shell.report(.presence(shell.name, edge: 9, came: Array(others), gone: []))
        shell.tick()
        return shell
    }

    fileprivate var people: People {
        get throws { try #require(edge.room(named: name)).people }
    }

    /// The `enter` event of a newcomer at another server.
    fileprivate func replacement(of number: UInt32) throws -> Draft {
        let last = try #require(try people[number]).lastActed
        let identity = Fingerprint(high: 99, low: UInt64(number))
        return Draft(.enter(Entrance(identity: identity, pen: 1, name: .none, replaces: last)))
    }

    /// Joins a room that the store does not have.
    fileprivate func makeRoom(_ name: String, _ make: String) -> SessionID {
        let session = connect(to: name)
        say(joining("h", make), session)
        tick()
        return session
    }

    fileprivate func newcomer(_ number: Int) throws -> SessionID {
        clearSent()
        let session = connect()
        say(joining(secret: secret(number)), session)
        tick()
        return session
    }
}
