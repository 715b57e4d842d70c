import CalculatorEngine
import Testing

@testable import SharedRoom

/// The permissions: one row per action, one column per actor. After the first state, only rows that differ
/// from it follow; the row `every` stands for all actions without a row of their own.
private let permissions = """
    open        host     member   granted  former   removed  stranger
    press       applied  applied  applied  applied  stranger stranger
    undo        applied  applied  applied  applied  stranger stranger
    redo        applied  applied  applied  applied  stranger stranger
    keypad      applied  applied  applied  applied  stranger stranger
    recall      applied  applied  applied  applied  stranger stranger
    type        applied  applied  applied  applied  stranger stranger
    bill        applied  applied  applied  applied  stranger stranger
    name        applied  applied  applied  applied  stranger stranger
    hand        applied  applied  applied  applied  stranger stranger
    useLink     applied  applied  applied  applied  stranger stranger
    revokeOwn   applied  applied  applied  applied  stranger stranger
    revoke      applied  host     host     host     stranger stranger
    grant       applied  host     host     host     stranger stranger
    lock        applied  host     host     host     stranger stranger
    door        applied  host     host     host     stranger stranger
    spectators  applied  host     host     host     stranger stranger
    names       applied  host     host     host     stranger stranger
    show        applied  host     host     host     stranger stranger
    host        applied  host     host     host     stranger stranger
    hostLink    applied  host     host     host     stranger stranger
    remove      applied  host     host     host     stranger stranger
    rewind      applied  host     host     host     stranger stranger
    clearTape   applied  host     host     host     stranger stranger
    restoreTape line     host     host     host     stranger stranger
    startOver   applied  host     host     host     stranger stranger
    close       applied  host     host     host     stranger stranger
    open        applied  host     host     host     stranger stranger
    delete      applied  host     host     host     stranger stranger
    ask         question host     host     host     stranger stranger
    answer      host     applied  applied  applied  stranger stranger
    closeQuestion applied  host     host     host     stranger stranger
    reveal      question host     host     host     stranger stranger
    endQuestion applied  host     host     host     stranger stranger
    showAnswer  question host     host     host     stranger stranger
    make        made     made     made     made     made     made
    enter       applied  applied  applied  applied  applied  applied

    locked      host     member   granted  former   removed  stranger
    press       applied  locked   applied  locked   stranger stranger
    undo        applied  locked   applied  locked   stranger stranger
    redo        applied  locked   applied  locked   stranger stranger
    keypad      applied  locked   applied  locked   stranger stranger
    recall      applied  locked   applied  locked   stranger stranger
    type        applied  locked   applied  locked   stranger stranger
    bill        applied  locked   applied  locked   stranger stranger

    shut        host     member   granted  former   removed  stranger
    enter       applied  applied  applied  applied  door     door

    closed      host     member   granted  former   removed  stranger
    every       closed   closed   closed   closed   stranger stranger
    startOver   applied  host     host     host     stranger stranger
    open        applied  host     host     host     stranger stranger
    delete      applied  host     host     host     stranger stranger
    make        made     made     made     made     made     made
    enter       applied  applied  applied  applied  closed   closed

    deleted     host     member   granted  former   removed  stranger
    every       deleted  deleted  deleted  deleted  deleted  deleted
    make        made     made     made     made     made     made
    """

private let actors: [(name: String, number: UInt32)] = [
    ("host", 1), ("member", 2), ("granted", 3), ("former", 4), ("removed", 5), ("stranger", 99),
]

private let link = Fingerprint(high: 4, low: 2)

private let states = permissions.split(separator: "\n\n").map { table in
    let rows = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let verdicts = rows.map { ($0[0], Array($0.dropFirst())) }
    return (
        name: rows[0][0], actors: verdicts[0].1,
        rows: [String: [String]](uniqueKeysWithValues: verdicts.dropFirst())
    )
}

@Test(arguments: states.map(\.name))
func `the verdict is right for every actor, action and state`(name: String) throws {
    let state = try #require(states.first { $0.name == name })
    #expect(state.actors == actors.map(\.name))
    for (action, usual) in states[0].rows {
        for (actor, expected) in zip(actors, state.rows[action] ?? state.rows["every"] ?? usual) {
            #expect(
                outcome(of: action, by: actor.number, in: name) == expected,
                "\(action) by \(actor.name) in a room that is \(name)")
        }
    }
}

@Test func `the permission table contains every action`() {
    #expect(states[0].rows.count == 36)
    for state in states {
        #expect(state.rows.keys.allSatisfy { $0 == "every" || states[0].rows[$0] != nil })
    }
}

/// A room that contains everything that the actions refer to.
private func prepared(_ state: String) -> RoomScript {
    var script = RoomScript(people: 6)
    script.act(.host(4), by: 1)
    script.act(.host(1), by: 4)
    script.act(.remove(5))
    script.act(.bill(.add(1)))
    script.act(.hostLink(link))
    script.press("1 + 1 = 5 6")
    script.undo()
    script.act(.names(areHeld: true))
    script.act(.name(.text("Ben")), by: 6)
    script.act(.ask(Asking(.none, on: .simple)))
    if state == "locked" { script.act(.lock(true)) }
    script.act(.grant(3))
    switch state {
    case "shut": script.act(.door(isOpen: false))
    case "closed": script.act(.close)
    case "deleted": script.act(.delete)
    default: #expect(state == "open" || state == "locked")
    }
    return script
}

private func outcome(of action: String, by actor: UInt32, in state: String) -> String {
    var script = prepared(state)
    let none = Signature(author: 0, pen: 0, number: 0)
    let question = script.room.question?.number ?? 0
    let verdict: Verdict
    switch action {
    case "press": verdict = script.act(.press(.digit(.one)), by: actor)
    case "undo": verdict = script.undo(by: actor)
    case "redo": verdict = script.redo(by: actor)
    case "keypad": verdict = script.act(.keypad(.chain), by: actor)
    case "recall":
        let line = script.room.tape.lines.first?.sequence ?? 0
        verdict = script.act(.recall(line), by: actor)
    case "type":
        let last = script.room.history.last?.signature
        verdict = script.act(.type(Typing([.digit(.one)], after: last)), by: actor)
    case "bill": verdict = script.act(.bill(.amount(.text("9.00"))), by: actor)
    case "name": verdict = script.act(.name(.none), by: actor)
    case "hand": verdict = script.act(.hand(isUp: true), by: actor)
    case "useLink": verdict = script.act(.useLink(link), by: actor)
    case "revokeOwn": verdict = script.act(.revoke(actor), by: actor)
    case "revoke": verdict = script.act(.revoke(6), by: actor)
    case "grant": verdict = script.act(.grant(6), by: actor)
    case "lock": verdict = script.act(.lock(true), by: actor)
    case "door": verdict = script.act(.door(isOpen: true), by: actor)
    case "spectators": verdict = script.act(.spectators(areAdmitted: false), by: actor)
    case "names": verdict = script.act(.names(areHeld: true), by: actor)
    case "show": verdict = script.act(.show(script.room.people[6]?.nameHeld ?? 0), by: actor)
    case "host": verdict = script.act(.host(6), by: actor)
    case "hostLink": verdict = script.act(.hostLink(nil), by: actor)
    case "remove": verdict = script.act(.remove(6), by: actor)
    case "rewind": verdict = script.act(.removeAndRewind(6, since: 1), by: actor)
    case "clearTape": verdict = script.act(.clearTape, by: actor)
    case "restoreTape": verdict = script.act(.restoreTape, by: actor)
    case "open": verdict = script.act(.open, by: actor)
    case "startOver": verdict = script.act(.startOver, by: actor)
    case "close": verdict = script.act(.close, by: actor)
    case "delete": verdict = script.act(.delete, by: actor)
    case "ask": verdict = script.act(.ask(Asking(.none, on: .simple)), by: actor)
    case "answer":
        verdict = script.act(.answer(Answering(question, keys: [.digit(.one)])), by: actor)
    case "closeQuestion": verdict = script.act(.closeQuestion(question), by: actor)
    case "reveal": verdict = script.act(.reveal(question, names: true), by: actor)
    case "endQuestion": verdict = script.act(.endQuestion(question), by: actor)
    case "showAnswer": verdict = script.act(.showAnswer(question, of: 2), by: actor)
    case "make":
        let making = RoomSetup(keypad: .tip, salt: Fingerprint(high: 0, low: 0))
        verdict = script.append(Draft(.make(making), signature: none)).verdict
    case "enter": verdict = script.enter(UInt64(actor), pen: 33)
    default: return "no such action"
    }
    switch verdict {
    case .applied: return "applied"
    case .void(let reason): return "\(reason.name)"
    }
}
