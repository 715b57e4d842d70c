import SharedRoom
import Testing

@testable import RoomServer

@Test func `an edge counts applied events and deliveries`() throws {
    let (shell, host) = try TestShell.hosted()
    _ = try shell.join("w", #","watch":true"#)
    let before = shell.edge.counts
    shell.act(#"{"n":1,"press":["1","2","3"]}"#, host)
    let after = shell.edge.counts
    #expect(after.eventsApplied == before.eventsApplied + 3)
    #expect(after.deliveries == before.deliveries + 6)
}

@Test func `welcomes are counted by kind`() throws {
    let (shell, host) = try TestShell.hosted { $0[.ringEventsMax] = 4 }
    let position = #"{"epoch":"0000000000009f2c","seq":2}"#
    let back = try shell.join("b", #","watch":true,"since":\#(position)"#)
    _ = try shell.join("c", #","watch":true,"since":{"epoch":"0000000000000001","seq":2}"#)
    shell.act(#"{"hash":{"seq":2,"is":"0123456789abcdef"}}"#, host)
    shell.edge.block(back)
    for number in [1, 4] {
        shell.act(#"{"n":\#(number),"press":["1","2","3"]}"#, host)
    }
    shell.edge.unblock(back)
    shell.tick()
    let welcomes = shell.edge.counts.welcomes
    #expect(WelcomeKind.allCases.map { welcomes[$0] } == [1, 1, 1, 1, 1])
}
