import SharedRoom
import Testing

@testable import RoomServer

@Test func `O1 an edge counts what was sent to whom`() throws {
    let shell = try Shell()
    let host = try shell.host()
    _ = try shell.join("w", #","watch":true"#)
    let before = shell.edge.counts
    shell.say(#"{"n":1,"press":["1","2","3"]}"#, host)
    shell.turn()
    let after = shell.edge.counts
    #expect(after.eventsTaken == before.eventsTaken + 3)
    #expect(after.deliveries == before.deliveries + 6)
}

@Test func `O2 every kind of welcome is counted as what it is`() throws {
    var limits = ServiceLimits()
    limits.ringEventsMax = 4
    let shell = try Shell(limits)
    let host = try shell.host()
    let position = #"{"epoch":"0000000000009f2c","seq":2}"#
    let back = try shell.join("b", #","watch":true,"since":\#(position)"#)
    _ = try shell.join("c", #","watch":true,"since":{"epoch":"0000000000000001","seq":2}"#)
    shell.say(#"{"hash":{"seq":2,"is":"0123456789abcdef"}}"#, host)
    shell.turn()
    shell.edge.block(back)
    for number in [1, 4] {
        shell.say(#"{"n":\#(number),"press":["1","2","3"]}"#, host)
        shell.turn()
    }
    shell.edge.unblock(back)
    shell.turn()
    let welcomes = shell.edge.counts.welcomes
    #expect(WelcomeKind.allCases.map { welcomes[$0] } == [1, 1, 1, 1, 1])
}

@Test func `O2 closings and refusals are counted by their reasons`() throws {
    let shell = try Shell()
    let host = try shell.host()
    let stranger = shell.connect()
    shell.say("nonsense", stranger)
    shell.isWritable = false
    shell.say(#"{"n":1,"press":"1"}"#, host)
    shell.turn()
    let counts = shell.edge.counts
    #expect(counts.closings.kinds.filter { counts.closings[$0] > 0 } == [.frame])
    #expect(counts.refusals.kinds.filter { counts.refusals[$0] > 0 } == [.storage])
}
