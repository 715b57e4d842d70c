import Foundation
@testable import RoomClient
import SharedRoom
import Simulator
import Testing

@Test func `every client of a room receives the same read token, at every server`()
    throws
{
    let world = World(edges: 2)
    let ada = world.client("ada")
    world.settle()
    let ben = world.client("ben", keypad: nil, edge: 1)
    let board = world.client("board", keypad: nil) { $0.isWatching = true }
    world.settle()
    let token = try #require(ada.replica.readToken)
    #expect(ben.replica.readToken == token && board.replica.readToken == token)
    let eve = RawClient(world, room: "other")
    eve.join("eve", #","make":{"keypad":"tip"}"#)
    #expect(try eve.welcome?.read != nil && eve.welcome?.read != token)
    ada.cut()
    world.advance(by: 2_000)
    #expect(ada.replica.readToken == token)
    world.expectAgreement()
}

@Test
func `known participants and earlier spectators may watch a room that is closed to newcomers`()
    throws
{
    let (world, ada, ben) = World.pair()
    let board = world.client("board", keypad: nil) { $0.isWatching = true }
    world.settle()
    ada.act(.door(isOpen: false))
    world.settle()
    let other = world.client("other", keypad: nil) { $0.isWatching = true }
    let mirror = world.client("ben", keypad: nil) { $0.isWatching = true }
    board.cut()
    world.advance(by: 2_000)
    #expect(other.ending == .door && other.replica.confirmed == nil)
    #expect(board.isCurrent && mirror.isCurrent)
    ada.press("7")
    world.settle()
    #expect(board.display == "7" && mirror.display == "7" && ben.display == "7")
    let guess = RawClient(world)
    guess.join("guess", #","watch":true,"read":"00112233445566778899aabbccddeeff""#)
    #expect(guess.closing == .door)
}

/// Actions of a host that invalidate earlier read tokens.
private let rotations: [[Action]] = [
    [.door(isOpen: false)], [.remove(2), .door(isOpen: false)],
    [.door(isOpen: false), .remove(2)], [.startOver, .door(isOpen: false)],
]

@Test(arguments: rotations)
func `a participant who was removed cannot watch with an old read token`(actions: [Action]) throws {
    let (world, ada, ben) = World.pair()
    let board = world.client("board", keypad: nil) { $0.isWatching = true }
    world.settle()
    let old = try #require(ben.replica.readToken)
    for action in actions { ada.act(action) }
    world.settle()
    let new = try #require(ada.replica.readToken)
    #expect(new != old && board.replica.readToken == new)
    let isRemoved = actions.contains { if case .door = $0 { false } else { true } }
    #expect(ben.replica.readToken == (isRemoved ? old : new))
    #expect(RawClient.watching(world, with: old).closing == .door)
    #expect(try RawClient.watching(world, with: new).welcome?.read == new)
    board.cut()
    world.advance(by: 2_000)
    #expect(board.isCurrent)
    world.expectAgreement()
}

@Test func `the page receives a new read token with the event`() throws {
    let (world, ada, ben) = World.pair()
    ada.act(.door(isOpen: false))
    world.settle()
    var writer = JSONWriter()
    ben.replica.view.write(.people, to: &writer)
    let digits = String(decoding: try #require(ada.replica.readToken).hexadecimal, as: UTF8.self)
    #expect(String(decoding: writer.bytes, as: UTF8.self).contains(#""read":"\#(digits)""#))
}

@Test func `a host sees the spectators at every server and closes the room to them`() throws {
    let world = World(edges: 2)
    let ada = world.client("ada")
    world.settle()
    let ben = world.client("ben", keypad: nil, edge: 1)
    let here = world.client("here", keypad: nil) { $0.isWatching = true }
    let there = world.client("there", keypad: nil, edge: 1) { $0.isWatching = true }
    world.settle()
    world.advance(by: 1_000)
    #expect(ada.replica.view.watchingCount == 2 && ben.replica.view.watchingCount == 2)
    ada.act(.spectators(areAdmitted: false))
    world.settle()
    world.advance(by: 1_000)
    #expect(!here.isCurrent && !there.isCurrent && ada.isCurrent && ben.isCurrent)
    #expect(here.replica.view.awayReason == .spectators)
    #expect(ada.replica.view.watchingCount == 0 && ben.replica.view.watchingCount == 0)
    ada.act(.spectators(areAdmitted: true))
    world.advance(by: 60_000)
    #expect(here.isCurrent && there.isCurrent)
    world.expectAgreement()
}

extension RawClient {
    fileprivate static func watching(_ world: World, with token: Fingerprint) -> RawClient {
        let digits = String(decoding: token.hexadecimal, as: UTF8.self)
        let stranger = RawClient(world)
        stranger.join("stranger", #","watch":true,"read":"\#(digits)""#)
        return stranger
    }
}
