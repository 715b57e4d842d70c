@testable import RoomClient
import SharedRoom
import Simulator
import Testing

extension ClientHost {
    /// The people as a page is told of them.
    fileprivate var people: String {
        var writer = JSONWriter()
        replica.view.write(.people, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

@Test func `R37 R38 W17 C105 a name that is held back is on no board until a host shows it`() throws
{
    let (world, ada, ben) = World.pair(edges: 2)
    let board = world.client("board", keypad: nil) { $0.isWatching = true }
    ada.act(.names(areHeld: true))
    world.settle()
    let cleo = world.client("cleo", keypad: nil, name: "Cleo", edge: 1)
    world.settle()
    #expect(
        board.people.contains(#""name":"Ben""#) && board.people.contains(#"{"who":3,"name":"""#))
    #expect(!board.people.contains("Cleo") && !board.people.contains("held"))
    let event = try #require(try ada.confirmed.people[3]?.nameHeld)
    for page in [ada, ben, cleo] {
        #expect(page.people.contains(#""holdsNames":true"#))
        #expect(page.people.contains(#"{"who":3,"name":"Cleo","held":\#(event)"#))
    }
    ben.act(.show(event))
    ben.act(.names(areHeld: false))
    world.settle()
    #expect(ben.voids == [.host, .host] && !board.people.contains("Cleo"))
    ada.act(.show(event))
    world.settle()
    #expect(board.people.contains(#""name":"Cleo""#) && !ada.people.contains("held"))
    world.expectAgreement()
}

@Test func `R38 C40 a name that was changed meanwhile is not shown`() throws {
    let (world, ada, ben) = World.pair()
    ada.act(.names(areHeld: true))
    ben.act(.name(PersonName(Array("Benno".utf8)) ?? .none))
    world.settle()
    let event = try #require(try ada.confirmed.people[2]?.nameHeld)
    ben.act(.name(PersonName(Array("Bernd".utf8)) ?? .none))
    ada.act(.show(event))
    world.settle()
    #expect(ada.voids == [.name])
    #expect(try ada.confirmed.people[2]?.nameHeld != nil)
    world.expectAgreement()
}
