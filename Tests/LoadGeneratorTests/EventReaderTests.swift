import CalculatorEngine
import SharedRoom
import Testing

@testable import LoadGenerator

/// All events of a frame, or nil if it could not be read to its end.
private func events(_ text: String, _ dialect: Dialect) -> [ReadEvent]? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
        guard var reader = EventReader(bytes, dialect) else { return nil }
        var events: [ReadEvent] = []
        while let event = reader.next() { events.append(event) }
        return reader.isComplete ? events : nil
    }
}

private func key(_ sequence: Int, _ author: Int, _ number: Int) -> ReadEvent {
    ReadEvent(sequence: sequence, author: author, number: number)
}

@Test func `events of a room are read as the server writes them`() {
    var drafts = (1...3).map { count in
        Draft(.press(.equals), signature: Signature(author: 5, pen: 0, number: count))
    }
    drafts.insert(Draft(.name(.none), signature: Signature(author: 6, pen: 2, number: 9)), at: 1)
    let list = drafts.enumerated().map { index, draft in
        Event(
            sequence: 121 + Int64(index), time: 1_790_000_000_000 + Int64(index / 2), draft: draft)
    }
    let frame = ServerMessage.events(EventFrame(first: 121, events: list, hash: 7))
    let text = String(decoding: frame.encoded, as: UTF8.self)
    #expect(
        events(text, .calcroom)?.map(\.sequence) == [121, 122, 123, 124], "\(text)")
    #expect(events(text, .calcroom)?.map(\.number) == [1, 0, 2, 3])
    #expect(events(text, .calcroom)?.map(\.author) == [5, 0, 5, 5])
}

@Test(arguments: [
    (#"{"seq":9,"events":[{"at":17,"by":3,"n":42,"press":"7"},{"by":4,"n":1,"press":"C"}]}"#, 2),
    (#"{"seq":9,"events":[],"hash":"9f2c018877665544"}"#, 0),
    (#"{"seq":9,"events":[{"make":{"keypad":"tip","salt":"}{"}},{"by":4,"n":1,"press":"C"}]}"#, 2),
    (#"{"seq":9,"events":[{"enter":{"name":"\"}"}}]}"#, 1),
])
func `events of every kind are counted`(text: String, count: Int) throws {
    let list = try #require(events(text, .calcroom))
    #expect(list.map(\.sequence) == Array(9..<9 + count))
}

@Test func `a void key is recognized`() {
    let text = #"{"seq":9,"events":[{"by":3,"n":42,"press":"7","void":"locked"}]}"#
    #expect(events(text, .calcroom)?.map(\.isVoid) == [true])
}

@Test(arguments: [
    #"{"seq":9,"events":[{"by":3,"n":42,"press":"7"}"#, #"{"seq":9,"events":[{"by":3,"n":42"#,
    #"{"seq":9,"events":["#, #"{"seq":9,"events":[{"at":soon,"by":3,"n":4,"press":"7"}]}"#,
])
func `a truncated frame is not complete`(text: String) {
    #expect(events(text, .calcroom) == nil)
}

@Test(arguments: [
    (#"{"seq":123,"by":5,"n":41,"key":"7"}"#, [key(123, 5, 41)]),
    (
        #"[{"seq":1,"by":5,"n":41,"key":"7"},{"seq":2,"by":6,"n":1,"key":"C","pad":"xx"}]"#,
        [key(1, 5, 41), key(2, 6, 1)]
    ),
])
func `one or several events of a bare broadcast are read`(text: String, list: [ReadEvent]) {
    #expect(events(text, .plain) == list)
}

@Test func `an unknown message of a bare broadcast is not read`() {
    #expect(events(#"{"seq":123,"who":5}"#, .plain) == nil)
}

@Test func `other messages of a server are recognized`() {
    func message(_ text: String) -> ReadMessage {
        Array(text.utf8).withUnsafeBufferPointer { ReadMessage($0) }
    }
    let welcome =
        #"{"welcome":{"rules":1,"you":3,"pen":0,"last":null,"epoch":"9f2c018877665544","seq":120,"#
    #expect(message(welcome) == .welcome(you: 3, sequence: 120))
    #expect(message(#"{"refused":{"n":42,"why":"rate"}}"#) == .refused(42))
    #expect(message(#"{"bye":{"why":"restart","retry":1200}}"#) == .bye)
    #expect(message(#"{"here":{"all":[]}}"#) == .other)
}
