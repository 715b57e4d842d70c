import CalculatorEngine
@testable import RoomClient
import SeededNumbers
import SharedRoom
import Simulator
import Testing

@Test(arguments: 1...4) func `all clients agree whatever events another server writes`(
    seed: UInt64
) throws {
    let (world, ada, ben) = World.pair()
    let foreign = ForeignEdge(world)
    var numbers = SplitMix(seed: seed)
    // Four more people. One of them becomes a host.
    for high: UInt64 in 3...6 {
        let identity = Fingerprint(high: high, low: 0)
        foreign.append([Draft(.enter(Entrance(identity: identity, pen: 1, name: .none)))])
    }
    let host = RawClient(world, joining: "ada")
    host.send(#"{"n":1,"hostLink":"mNq3bD-x0Zc7T_pL8vR2sA"}"#)
    guard case .hostLink(let link?)? = foreign.log.last?.action else {
        Issue.record("no link")
        return
    }
    let first = Signature(author: 3, pen: 0, number: 1)
    foreign.append([Draft(.useLink(link), signature: first)])
    #expect(try ada.confirmed.people.hostCount == 2)
    let print = Fingerprint(high: 9, low: 9)
    func number() -> UInt32 { UInt32(1 + numbers.next(below: 4)) }
    func action() throws -> Action {
        let amount = try #require(AmountText(Array("9.50".utf8)))
        let asked = try ada.confirmed.question?.number ?? 1
        let step = Signature(author: number(), pen: 0, number: Int64(number()))
        let all: [Action] = [
            .press(.digit(.seven)), .press(.equals), .press(.clear(.everything)), .undo(step),
            .redo(step), .keypad(.tip), .keypad(.formula), .recall(Int64(number())),
            .type(
                Typing([.digit(.two), .equals], after: try ada.confirmed.history.last?.signature)),
            .name(.none), .hand(isUp: true), .lock(true), .lock(false), .door(isOpen: true),
            .names(areHeld: true), .names(areHeld: false), .spectators(areAdmitted: false),
            .show(Int64(number())),
            .grant(number()), .revoke(number()), .host(number()), .hostLink(print), .useLink(print),
            .removeAndRewind(number(), since: try ada.confirmed.history.last?.sequence ?? 1),
            .ask(Asking(.none, on: .simple)), .closeQuestion(asked), .reveal(asked, names: true),
            .answer(Answering(asked, keys: [.digit(.two)])), .showAnswer(asked, of: number()),
            .endQuestion(asked), .clearTape, .restoreTape, .startOver, .close, .open,
            .bill(.add(number())),
            .bill(.addItem(amount, .none)),
            .bill(.removePerson(number())), .enter(Entrance(identity: print, pen: 1, name: .none)),
            .make(RoomSetup(keypad: .chain, salt: print)),
        ]
        return all[numbers.next(below: all.count)]
    }
    for round in 0..<300 {
        let action = try action()
        // Never Ada or Ben, who write their own actions.
        let author = Signature(author: number() + 2, pen: 0, number: Int64(2 + round / 6))
        switch action {
        case .make, .enter: foreign.append([Draft(action)])
        default:
            foreign.append([Draft(action, signature: author)])
        }
        if round % 20 == 0 { ben.press("1 + 2 =") }
    }
    world.advance(by: 60_000)
    #expect(ada.isCurrent)
    world.expectAgreement()
}
