import SharedRoom
import Testing

@testable import RoomServer

@Test func `a thousand joins from one address leave twenty silent pupils connected`() throws {
    let shell = try Shell()
    _ = try shell.host()
    let pupils = try "abcdefgijklmnopqrstu".map { try shell.join($0) }
    shell.origin = 7
    for number in 1...1_000 {
        shell.now += 1
        shell.leave(try shell.newcomer(number))
    }
    #expect(pupils.allSatisfy { shell.closing($0) == nil })
    #expect(try shell.people.all.count <= 1 + 20 + 200 + 5 * 2)
}

@Test func `new participants from many addresses take no place of somebody connected`() throws {
    let shell = try Shell()
    _ = try shell.host()
    let pupils = try "abcdefgijklmnopqrstu".map { try shell.join($0) }
    for number in 1...979 { shell.leave(try shell.newcomer(number)) }
    #expect(try shell.people.all.count == 1_000)
    shell.turn()
    shell.pass(10_000)
    for number in 980...1_960 {
        let newcomer = try shell.newcomer(number)
        #expect((shell.closing(newcomer) == nil) == (number < 1_959))
        #expect(number < 1_959 || shell.closing(newcomer) == .full)
    }
    #expect(pupils.allSatisfy { shell.closing($0) == nil })
    #expect(try (1...21).allSatisfy { try shell.people[$0] != nil })
    #expect(try shell.people.all.count == 1_000)
}

@Test func `somebody new takes the place of the participant who has been absent for longest`()
    throws
{
    let shell = try Shell.full(absent: 2)
    let (ben, cleo) = (try shell.join("b"), try shell.join("c"))
    shell.say(#"{"n":1,"hand":true}"#, ben)
    shell.turn()
    shell.pass(10_000)
    shell.leave(ben)
    shell.turn()
    shell.pass(20)
    shell.leave(cleo)
    shell.turn()
    shell.pass(9_979)
    #expect(shell.closing(try shell.newcomer(1)) == .full)
    shell.pass(1)
    #expect(shell.closing(try shell.newcomer(2)) == nil)
    #expect(try shell.people[2] == nil && shell.people[3] != nil)
    #expect(shell.closing(try shell.newcomer(3)) == .full)
    shell.pass(20)
    #expect(shell.closing(try shell.newcomer(4)) == nil)
    #expect(try shell.people[3] == nil)
}

@Test func `a participant whom this server never saw has been absent for longest`() throws {
    let shell = try Shell.full(absent: 4)
    shell.leave(try shell.join("b"))
    shell.turn()
    shell.pass(20_000)
    for number in 1...2 { #expect(shell.closing(try shell.newcomer(number)) == nil) }
    #expect(try [2, 3, 4, 5].filter { try shell.people[$0] != nil } == [2, 5])
}

@Test func `a participant at another server keeps the place`() throws {
    let shell = try Shell.full(absent: 1)
    shell.report(.presence(shell.name, edge: 9, came: [2], gone: []))
    shell.pass(10_000)
    #expect(shell.closing(try shell.newcomer(1)) == .full)
    shell.report(.presence(shell.name, edge: 9, came: [], gone: [2]))
    shell.turn()
    shell.pass(9_999)
    #expect(shell.closing(try shell.newcomer(2)) == .full)
    shell.pass(1)
    #expect(shell.closing(try shell.newcomer(3)) == nil)
}

@Test func `a host and participants with the keypad or in the bill keep their places`() throws {
    let shell = try Shell.full(absent: 2)
    let host = try shell.join("h")
    shell.say(#"{"n":1,"grant":2}"#, host)
    shell.say(#"{"n":2,"bill":{"add":3}}"#, host)
    shell.turn()
    shell.leave(host)
    shell.turn()
    shell.pass(20_000)
    #expect(shell.closing(try shell.newcomer(1)) == .full)
}

@Test func `nobody loses the place in the first ten seconds of a full room`() throws {
    let shell = try Shell.full(absent: 500)
    shell.pass(9_999)
    #expect(shell.closing(try shell.newcomer(1)) == .full)
    shell.pass(1)
    #expect(shell.closing(try shell.newcomer(2)) == nil)
}

@Test func `two who are new at the same moment take two places`() throws {
    let shell = try Shell.full(absent: 2)
    shell.pass(10_000)
    let both = [shell.connect(), shell.connect()]
    for (number, session) in both.enumerated() { shell.say(Shell.joining(number), session) }
    shell.turn()
    #expect(try both.allSatisfy { try shell.welcome($0) != nil })
    #expect(try shell.people[2] == nil && shell.people[3] == nil)
}

@Test func `a participant who comes back to a full room enters by an event`() throws {
    let shell = try Shell.full(absent: 1)
    let head = Int64(shell.log.count)
    let ben = try shell.join("b")
    #expect(try shell.welcome(ben)?.you == Welcome.You(number: 2, pen: 0, last: 0))
    #expect(try shell.people[2]?.lastActed == head + 1)
}

@Test func `a participant who comes back first keeps the place, and somebody new takes another`()
    throws
{
    let shell = try Shell.full(absent: 2)
    shell.pass(10_000)
    let ben = try #require(try shell.people[2])
    let entrance = Entrance(
        identity: ben.identity, pen: ben.pens[0].id, name: .none, replaces: 0)
    shell.overtaking = [Draft(.enter(entrance))]
    #expect(try shell.welcome(try shell.newcomer(1)) != nil)
    #expect(try shell.people[2] != nil && shell.people[3] == nil)
    #expect(shell.closing(try shell.newcomer(2)) == .full)
}

@Test func `a place that another server gave away first is given once`() throws {
    let shell = try Shell.full(absent: 2)
    shell.pass(10_000)
    shell.overtaking = [try shell.replacement(of: 2)]
    #expect(try shell.welcome(try shell.newcomer(1)) != nil)
    #expect(try shell.people[2] == nil && shell.people[3] == nil)
}

@Test func `a participant whom another server took for absent receives the reason and comes back`()
    throws
{
    let shell = try Shell.full(absent: 2)
    shell.pass(10_000)
    let ben = try shell.join("b")
    shell.report(.events(shell.name, shell.commit([try shell.replacement(of: 2)])))
    #expect(shell.closing(ben) == .replaced)
    #expect(shell.frames(ben).last == #"{"bye":{"why":"replaced","retry":1000}}"#)
    let again = try shell.join("b")
    #expect(try shell.welcome(again)?.you?.number == 1_002)
}

@Test func `a class of sixty behind one address enters at once`() throws {
    let shell = try Shell()
    shell.origin = 7
    _ = try shell.host()
    for number in 1...180 { #expect(shell.closing(try shell.newcomer(number)) == nil) }
}

@Test func `new participants from one address are limited in each room`() throws {
    var limits = ServiceLimits()
    limits.newcomersAtOnceMax = 2
    limits.newcomersPerSecond = 1
    let shell = try Shell(limits)
    _ = try shell.host()
    shell.origin = 7
    for number in 1...2 { #expect(shell.closing(try shell.newcomer(number)) == nil) }
    let third = try shell.newcomer(3)
    #expect(shell.closing(third) == .limit)
    #expect(shell.frames(third).last == #"{"bye":{"why":"limit","retry":1000}}"#)
    // Participants are not limited.
    #expect(shell.closing(try shell.newcomer(1)) == nil)
    var origins = Origins(limits)
    let origin = origins.enter(7, at: 0)
    let waits = [1, 1, 1, 2, 2, 2].map { origins.takeNewcomer(from: origin, in: $0, at: 0) }
    #expect(waits == [0, 0, 1_000, 0, 0, 1_000])
    #expect(origins.takeNewcomer(from: origin, in: 1, at: 1_000) == 0)
    shell.origin = 8
    #expect(shell.closing(try shell.newcomer(4)) == nil)
}

@Test func `new rooms from one address are limited`() throws {
    var limits = ServiceLimits()
    limits.roomsAtOnceMax = 2
    limits.roomsPerHour = 3_600
    let shell = try Shell(limits)
    shell.origin = 7
    let make = #","make":{"keypad":"standard"}"#
    for name in ["one", "two"] { _ = try shell.makeRoom(name, make) }
    let third = try shell.makeRoom("three", make)
    #expect(shell.closing(third) == .limit)
    #expect(shell.frames(third).last == #"{"bye":{"why":"limit","retry":1000}}"#)
    // Rooms that exist can be entered.
    #expect(shell.closing(try shell.makeRoom("one", "")) == nil)
    shell.pass(1_000)
    #expect(shell.closing(try shell.makeRoom("four", make)) == nil)
    shell.origin = 8
    #expect(shell.closing(try shell.makeRoom("five", make)) == nil)
}

@Test func `new rooms from all addresses are limited`() throws {
    var limits = ServiceLimits()
    limits.serverRoomsAtOnceMax = 2
    limits.serverRoomsPerHour = 3_600
    var origins = Origins(limits)
    let waits = (1...3).map { origins.chargeRoom(from: origins.enter($0, at: 0), at: 0) }
    #expect(waits == [0, 0, 1_000])
}

@Test func `a class in which everyone makes a room is not limited`() throws {
    var origins = Origins(ServiceLimits())
    let slot = origins.enter(7, at: 0)
    #expect((1...60).allSatisfy { _ in origins.chargeRoom(from: slot, at: 0) == 0 })
}

extension Shell {
    /// A full room in which the host and the first participants after it are absent. The others are
    /// connected to another server.
    fileprivate static func full(absent: Int) throws -> Shell {
        let shell = try Shell()
        shell.leave(try shell.host())
        let salt = try #require(shell.edge.room(named: shell.name)).salt
        var drafts: [Draft] = []
        for number in 2...UInt32(RoomLimits.peopleMax) {
            // Participants 2 to 7 have the secrets of "b" to "g".
            let secret =
                number < 8
                ? secret(Character(UnicodeScalar(96 + UInt8(number))))
                : secret(1_000_000 + Int(number))
            let join = Join(secret: try #require(Secret(Array(secret.utf8))))
            drafts.append(Draft(.enter(Identities(digest).entrance(join, salt: salt))))
        }
        shell.report(.events(shell.name, shell.commit(drafts)))
        let others = (UInt32(absent) + 2)...UInt32(RoomLimits.peopleMax)
        shell.report(.presence(shell.name, edge: 9, came: Array(others), gone: []))
        shell.turn()
        return shell
    }

    fileprivate var people: People {
        get throws { try #require(edge.room(named: name)).people }
    }

    /// An entrance at another server.
    fileprivate func replacement(of number: UInt32) throws -> Draft {
        let last = try #require(try people[number]).lastActed
        let identity = Fingerprint(high: 99, low: UInt64(number))
        return Draft(.enter(Entrance(identity: identity, pen: 1, name: .none, replaces: last)))
    }

    fileprivate static func joining(_ number: Int) -> String {
        #"{"join":{"secret":"\#(secret(number))"}}"#
    }

    /// Joins a room of another name, which the store does not have.
    fileprivate func makeRoom(_ name: String, _ make: String) throws -> SessionID {
        log = []
        let name = try #require(RoomName(normal: name.utf8))
        let (session, _) = edge.connect(name, from: origin ?? 0, at: now)
        say(#"{"join":{"secret":"hhhhhhhhhhhhhhhhhhhhhh"\#(make)}}"#, session)
        turn()
        return session
    }

    fileprivate func newcomer(_ number: Int) throws -> SessionID {
        forgetSent()
        let session = connect()
        say(Self.joining(number), session)
        turn()
        return session
    }

    private static func secret(_ number: Int) -> String { "\(1_000_000_000 + number)abcdefghijkl" }

    private static func secret(_ letter: Character) -> String {
        String(repeating: letter, count: 22)
    }
}
