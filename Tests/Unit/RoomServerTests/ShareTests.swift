import SharedRoom
import Testing

@testable import RoomServer

@Test(arguments: [1, 10])
func `people behind one address type while some there compute without end`(attackerCount: Int)
    throws
{
    let shell = try TestShell()
    shell.address = 7
    let pupils = try shell.hostAndPupils()
    let attackers = try (0..<attackerCount).map { try Attacker(shell, in: "evil\($0)") }
    for round in 1...10 {
        for pupil in pupils {
            for attacker in attackers { attacker.compute(shell) }
            shell.act(#"{"n":\#(2 * round - 1),"press":["7","+"]}"#, pupil)
            shell.wait(33)
        }
    }
    #expect(try pupils.flatMap(shell.refusals) == [])
    #expect(shell.log.count { $0.signature != nil } == 20 * pupils.count)
    // The address computes no more than its limit, apart from the actions in flight.
    let steps = attackers.reduce(0) { $0 + $1.factorialCount } * factorialSteps
    #expect(steps < 5_000_000 + 10 * 200_000 + 22 * factorialSteps * attackerCount)
}

@Test func `an honest client waits seconds for the steps of its address`() throws {
    let shell = try TestShell()
    shell.address = 7
    let pupils = try shell.hostAndPupils()
    let attackers = try (0..<10).map { try Attacker(shell, in: "evil\($0)") }
    for _ in 0..<100 {
        for attacker in attackers { attacker.compute(shell) }
        shell.wait(33)
    }
    // Far more than a part allows at once.
    for round in 0..<40 { shell.act(#"{"n":\#(2 * round + 1),"press":["sin","7"]}"#, pupils[1]) }
    let retries = try shell.messages(pupils[1]).compactMap { message -> Int64? in
        if case .refused(_, .work?, let retry) = message { retry } else { nil }
    }
    #expect(retries.count == 1 && retries[0] < 10_000)
}

@Test func `a connection that used little continues while its address sends too many keys`() throws
{
    let shell = try TestShell { ($0[.addressKeysPerSecond], $0[.addressKeysAtOnceMax]) = (10, 20) }
    shell.address = 7
    let (host, ben) = (try shell.host(), try shell.join("b"))
    shell.wait(1_000)
    // A part begins empty.
    let cleo = try shell.join("c")
    shell.press(21, host)
    for session in [ben, cleo] { shell.press(2, session) }
    #expect(try [host, ben, cleo].map(shell.refusals) == [["21 rate"], [], ["1 rate"]])
}

@Test func `a connection that sent little is not paused while its address is over a limit`()
    throws
{
    let shell = try TestShell {
        ($0[.addressTrafficPerSecond], $0[.addressTrafficAtOnceMax]) = (1_000, 3_000)
    }
    let (host, ben, eve) = try shell.twoAtOneAddressAndEve()
    for session in [host, ben, eve] { #expect(shell.charge(1, session) == 0) }
    shell.wait(1_000)
    #expect(shell.charge(4_000, host) > 0 && shell.charge(400, ben) == 0)
    #expect(shell.charge(3_000, ben) > 0)
}

@Test
func `after an expensive key a frame stops where such keys would use up the connection's steps`()
    throws
{
    let (shell, host) = try TestShell.hosted()
    shell.equals(64, from: 1, host)
    shell.tick()
    shell.wait(10_000)
    shell.act(#"{"n":65,"press":["3","2","4","8","fact"]}"#, host)
    #expect(try shell.refusals(host) == [])
    shell.wait(10_000)
    // They take no steps, but the edge does not know that.
    shell.equals(64, from: 70, host)
    #expect(
        shell.frames(host).last
            == #"{"refused":{"n":91,"why":"work","limit":"stepsPerSecond","retry":100}}"#)
    shell.tick()
    shell.press(43, from: 91, host)
    #expect(try shell.refusals(host).count == 1)
}

@Test func `keys that many connections send at once reserve no more steps than their address has`()
    throws
{
    let shell = try TestShell()
    shell.address = 7
    let pupils = try shell.hostAndPupils()
    shell.isStorePaused = true
    for pupil in pupils { shell.equals(64, from: 1, pupil) }
    shell.tick()
    let count = shell.appends.joined().count { $0.signature != nil }
    #expect((256...(257 + pupils.count)).contains(count))
    shell.isStorePaused = false
    shell.tick()
    shell.wait(10_000)
    // Nothing is reserved any more.
    shell.clearSent()
    for pupil in pupils[..<4] { shell.equals(64, from: 65, pupil) }
    #expect(try pupils[..<4].flatMap(shell.refusals) == [])
}

@Test(arguments: [true, false])
func `actions of a session that has ended are charged to its address`(isWritable: Bool) throws {
    // A sine takes more than half of it.
    let shell = try TestShell {
        ($0[.addressStepsAtOnceMax], $0[.addressStepsPerSecond]) = (10_000, 1)
    }
    shell.address = 7
    let (host, ben) = (try shell.host(), try shell.join("b"))
    shell.isStorePaused = true
    shell.say(#"{"n":1,"press":["7","sin"]}"#, host)
    shell.tick()
    shell.leave(host)
    (shell.isStorePaused, shell.isWritable) = (false, isWritable)
    shell.tick()
    shell.isWritable = true
    shell.act(#"{"n":1,"press":["7","sin"]}"#, ben)
    shell.act(#"{"n":3,"press":"7"}"#, ben)
    #expect(try shell.refusals(ben) == (isWritable ? ["3 work"] : []))
}

@Test func `refused actions reserve no steps after later ones were applied`() throws {
    let (shell, host) = try TestShell.hosted {
        ($0[.actionsInFlightMax], $0[.keysAtOnceMax]) = (1_000, 1_000)
    }
    shell.isStorePaused = true
    for frame in 0..<4 { shell.equals(64, from: 1 + 64 * frame, host) }
    for frame in 4..<8 { shell.press(64, from: 1 + 64 * frame, host) }
    for case .append(let name, let drafts, let ticket) in shell.requests {
        guard let number = drafts[0].signature?.number else { continue }
        if number <= 256 {
            shell.report(.refused(name, ticket: ticket, .unavailable))
        } else {
            shell.report(.events(name, shell.commit(drafts)))
        }
    }
    shell.equals(64, from: 1, host)
    #expect(shell.appends.last?.count == 64)
}

@Test func `a full bucket gains nothing for the time before a charge`() {
    var bucket = TokenBucket(Rate(.keysPerSecond, 10, per: Rate.second, burst: 20), at: 0)
    bucket.charge(15, at: 10_000)
    let used = bucket.used(at: 10_000)
    #expect(used == 15)
}

/// A client in a room of its own that computes the largest factorial as often as it may.
private final class Attacker {
    private let name: String
    private let session: SessionID
    private var next = 1
    private var resumeTime: Int64 = 0

    init(_ shell: TestShell, in name: String) throws {
        self.name = name
        session = shell.connect(to: name)
        shell.say(joining("a", #","make":{"keypad":"standard"}"#), session)
        shell.tick()
    }

    func compute(_ shell: TestShell) {
        guard shell.now >= resumeTime else { return }
        shell.clearSent(of: session)
        let keys = (next..<next + 60).map { number in
            let setup = ["3", "2", "4", "8", "MS"]
            return number <= 5 ? setup[number - 1] : ["C", "MR", "fact"][(number - 6) % 3]
        }
        let list = keys.map { "\"\($0)\"" }.joined(separator: ",")
        shell.act(#"{"n":\#(next),"press":[\#(list)]}"#, session)
        next += 60
        for case .refused(let number, _, let retry) in (try? shell.messages(session)) ?? [] {
            (next, resumeTime) = (Int(number), shell.now + retry)
        }
    }

    var factorialCount: Int { max(0, next - 6) / 3 }
}

private let factorialSteps = 240_399

extension TestShell {
    fileprivate func hostAndPupils() throws -> [SessionID] {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabc"
        return try [host()] + letters.map { try join($0) }
    }

    fileprivate func equals(_ count: Int, from number: Int, _ session: SessionID) {
        let keys = Array(repeating: #""=""#, count: count).joined(separator: ",")
        say(#"{"n":\#(number),"press":[\#(keys)]}"#, session)
    }
}
