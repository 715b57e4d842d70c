import CalculatorEngine
import Testing

@testable import SharedRoom

// The exact bytes of frames and their messages.

@Test(arguments: [
    (#"{"n":42,"press":"7"}"#, act(42, .press(.digit(.seven)))),
    (#"{"n":1,"undo":{"by":3,"pen":1,"n":45}}"#, act(1, .undo(step(pen: 1)))),
    (#"{"n":1,"redo":{"by":3,"n":45}}"#, act(1, .redo(step(pen: 0)))),
    (#"{"n":47,"keypad":"scientific"}"#, act(47, .keypad(.scientific))),
    (#"{"n":1,"recall":121}"#, act(1, .recall(121))),
    (#"{"n":1,"type":{"keys":["1","+"],"of":{"by":3,"n":45}}}"#, typing(after: step(pen: 0))),
    (#"{"n":1,"type":{"keys":["1","+"]}}"#, typing(after: nil)),
    (#"{"n":1,"hand":false}"#, act(1, .hand(isUp: false))),
    (#"{"n":1,"lock":true}"#, act(1, .lock(true))),
    (#"{"n":1,"door":true}"#, act(1, .door(isOpen: true))),
    (#"{"n":1,"names":true}"#, act(1, .names(areHeld: true))),
    (#"{"n":1,"spectators":false}"#, act(1, .spectators(areAdmitted: false))),
    (#"{"n":1,"show":121}"#, act(1, .show(121))),
    (#"{"n":1,"grant":5}"#, act(1, .grant(5))),
    (#"{"n":1,"revoke":5}"#, act(1, .revoke(5))),
    (#"{"n":1,"host":4294967295}"#, act(1, .host(.max))),
    (#"{"n":1,"hostLink":null}"#, act(1, .hostLink(nil))),
    (#"{"n":1,"remove":5}"#, act(1, .remove(5))),
    (#"{"n":1,"removeAndRewind":{"who":5,"since":121}}"#, act(1, .removeAndRewind(5, since: 121))),
    (#"{"n":1,"clearTape":true}"#, act(1, .clearTape)),
    (#"{"n":1,"restoreTape":true}"#, act(1, .restoreTape)),
    (#"{"n":1,"open":true}"#, act(1, .open)),
    (#"{"n":1,"startOver":true}"#, act(1, .startOver)),
    (#"{"n":1,"close":true}"#, act(1, .close)),
    (#"{"n":1,"delete":true}"#, act(1, .delete)),
    (
        #"{"n":1,"ask":{"text":"2 + 2?","keypad":"simple"}}"#,
        act(1, .ask(Asking(QuestionText("2 + 2?".bytes) ?? .none, on: .simple)))
    ),
    (#"{"n":1,"ask":{"keypad":"tip"}}"#, act(1, .ask(Asking(.none, on: .tip)))),
    (
        #"{"n":1,"answer":{"question":121,"keys":["7"]}}"#,
        act(1, .answer(Answering(121, keys: [.digit(.seven)])))
    ),
    (#"{"n":1,"closeQuestion":121}"#, act(1, .closeQuestion(121))),
    (#"{"n":1,"reveal":{"question":121}}"#, act(1, .reveal(121, names: false))),
    (#"{"n":1,"reveal":{"question":121,"names":true}}"#, act(1, .reveal(121, names: true))),
    (#"{"n":1,"endQuestion":121}"#, act(1, .endQuestion(121))),
    (#"{"n":1,"showAnswer":{"question":121,"who":5}}"#, act(1, .showAnswer(121, of: 5))),
    (#"{"n":1,"bill":{"startOver":true}}"#, act(1, .bill(.startOver))),
    (#"{"n":1,"bill":{"weight":{"of":3,"is":2}}}"#, act(1, .bill(.weight(3, 2)))),
    (#"{"n":1,"bill":{"split":"items"}}"#, act(1, .bill(.basis(.items)))),
    (#"{"n":1,"bill":{"tipOn":"pretax"}}"#, act(1, .bill(.tipBase(.pretax)))),
    (
        #"{"n":1,"bill":{"currency":{"decimals":3,"sign":"KWD"}}}"#,
        act(1, .bill(.currency(.thousandth, .text("KWD"))))
    ),
    (#"{"n":1,"bill":{"scalePercents":true}}"#, act(1, .bill(.scalePercents))),
    (#"{"n":1,"bill":{"add":3}}"#, act(1, .bill(.add(3)))),
    (#"{"n":1,"bill":{"guest":"Ann"}}"#, act(1, .bill(.addGuest(.text("Ann"))))),
    (#"{"n":1,"bill":{"shareOpen":true}}"#, act(1, .bill(.shareOpen))),
    (#"{"n":1,"bill":{"title":"Taxi"}}"#, act(1, .bill(.title(.text("Taxi"))))),
    (#"{"n":1,"bill":{"in":121,"new":true}}"#, act(1, .bill(.new, in: 121))),
    (#"{"n":1,"bill":{"in":121,"removeBill":true}}"#, act(1, .bill(.removeBill, in: 121))),
    (#"{"n":1,"bill":{"drop":121}}"#, act(1, .bill(.dropItem(121)))),
    (#"{"n":1,"bill":{"owner":{"of":121,"is":3}}}"#, act(1, .bill(.addOwner(121, 3)))),
    (#"{"alive":7}"#, .alive(7)),
    (#"{"hash":{"seq":120,"is":"00000000000000ff"}}"#, .mismatch(sequence: 120, hash: 255)),
])
func `a client's message has this encoding`(frame: String, message: ClientMessage) throws {
    #expect(try client(frame) == message)
    #expect(message.encoded.string == frame)
}

private func typing(after last: Signature?) -> ClientMessage {
    act(1, .type(Typing([.digit(.one), .infix(.plus)], after: last)))
}

private func step(pen: UInt32) -> Signature { Signature(author: 3, pen: pen, number: 45) }

@Test func `several keys in a frame are a list, a single key is not`() throws {
    let keys = #"{"n":43,"press":["1","2","+"]}"#
    let presses = try ["1", "2", "+"].map { ClientAction.plain(.press(try key($0))) }
    #expect(try client(keys) == .act(first: 43, presses))
    #expect(ClientMessage.act(first: 43, presses).encoded.string == keys)
    let one = ClientMessage.act(first: 43, [presses[0]])
    #expect(try client(#"{"n":43,"press":["1"]}"#) == one)
    #expect(one.encoded.string == #"{"n":43,"press":"1"}"#)
}

@Test func `a join omits members with default values`() throws {
    var join = Join(secret: try #require(Secret(secretText.bytes)))
    #expect(ClientMessage.join(join).encoded.string == #"{"join":{"secret":"\#(secretText)"}}"#)
    join.name = try name("Mina")
    join.since = Join.Position(epoch: 1, sequence: 118, hash: nil)
    join.make = Join.MakeOptions(keypad: .tip)
    join.wantsViews = true
    let frame = #"""
        {"join":{"secret":"\#(secretText)","name":"Mina","since":{"epoch":"0000000000000001",\#
        "seq":118},"make":{"keypad":"tip"},"views":true}}
        """#
    #expect(ClientMessage.join(join).encoded.string == frame)
    let usual = #"{"join":{"secret":"\#(secretText)","name":"","watch":false,"views":false}}"#
    #expect(try client(usual) == .join(Join(secret: join.secret)))
}

@Test func `a host link is a secret in a client's frame and a fingerprint in an event`() throws {
    let secret = try #require(Secret(secretText.bytes))
    #expect(
        try client(#"{"n":1,"useLink":"\#(secretText)"}"#) == .act(first: 1, [.useLink(secret)]))
    let frame = #"{"seq":2,"events":[{"at":5,"by":3,"n":1,"hostLink":"\#(saltText)"}]}"#
    let signature = Signature(author: 3, pen: 0, number: 1)
    let draft = Draft(.hostLink(salt), signature: signature)
    #expect(try server(frame) == .events(frameOf(draft)))
}

private func frameOf(_ draft: Draft) -> EventFrame {
    EventFrame(first: 2, events: [Event(sequence: 2, time: 5, draft: draft)])
}

@Test func `events have this encoding`() throws {
    let pen = Signature(author: 4, pen: 1, number: 7)
    let events = [
        Event(sequence: 1, time: 5, draft: Draft(.make(RoomSetup(keypad: .tip, salt: salt)))),
        Event(
            sequence: 2, time: 5,
            draft: Draft(.enter(Entrance(identity: salt, pen: 1, name: .none)))),
        Event(sequence: 3, time: 6, draft: Draft(.press(.equals), signature: pen)),
    ]
    let frame = #"""
        {"seq":1,"events":[{"at":5,"make":{"keypad":"tip","salt":"\#(saltText)"}},{"enter":\#
        {"identity":"\#(saltText)","pen":"0000000000000001"}},{"at":6,"by":4,"pen":1,"n":7,\#
        "press":"="}]}
        """#
    #expect(ServerMessage.events(EventFrame(first: 1, events: events)).encoded.string == frame)
    #expect(try server(frame) == .events(EventFrame(first: 1, events: events)))
    var body = JSONWriter()
    events[2].draft.writeBody(to: &body, void: .locked)
    #expect(body.bytes.string == #""by":4,"pen":1,"n":7,"press":"=","void":"locked"}"#)
}

@Test func `the events of a welcome end with its sequence number`() throws {
    let frame = #"""
        {"welcome":{"rules":1,"epoch":"0000000000000001","seq":120,"hash":"00000000000000ff",\#
        "events":[{"at":5,"by":4,"n":8,"press":"5"},{"by":4,"n":9,"press":"5"}]}}
        """#
    guard case .welcome(let welcome) = try server(frame),
        case .events(let events) = welcome.contents
    else {
        Issue.record("no welcome with events")
        return
    }
    #expect(welcome.you == nil)
    #expect(events.map(\.sequence) == [119, 120])
    #expect(events.map(\.time) == [5, 5])
    #expect(ServerMessage.welcome(welcome).encoded.string == frame)
}

@Test func `a line of the event log has its own sequence number and time`() throws {
    let line = #"{"seq":121,"at":5,"by":3,"n":42,"press":"7","void":"locked"}"#
    let signature = Signature(author: 3, pen: 0, number: 42)
    let draft = Draft(.press(.digit(.seven)), signature: signature)
    let event = Event(sequence: 121, time: 5, draft: draft)
    #expect(event.line(void: .locked).string == line)
    #expect(try Event.decode(line: line.bytes) == event)
}
