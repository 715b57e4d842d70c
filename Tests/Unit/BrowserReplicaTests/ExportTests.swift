import BrowserReplica
import Testing

/// The exports as a page calls them. The suite is serialized because they share state.
@Suite(.serialized)
struct ExportTests {
    private static let join =
        #"{"join":{"secret":"mina-secret-0123456789abcdef","pen":"mina-pen-0123456"}}"#

    private func give(_ text: String) throws {
        let bytes = Array(text.utf8)
        let address = try #require(input(UInt32(bytes.count)))
        address.copyMemory(from: bytes, byteCount: bytes.count)
    }

    private func text(_ length: UInt32) -> String {
        let bytes = UnsafeRawBufferPointer(start: output(), count: Int(length))
        return String(decoding: bytes, as: UTF8.self)
    }

    private func begin(_ text: String = join) throws -> String {
        try give(text)
        return self.text(BrowserReplica.begin(UInt32(Self.join.utf8.count), 0, 1, 2))
    }

    @Test func `each export reports one event`() throws {
        #expect(try begin().hasPrefix(#"{"do":[{"connect":0}],"view":{"display":{"main":"0""#))
        #expect(text(connected(10)).hasPrefix(#"{"do":[{"send":"{\"join\":"#))
        try give("7")
        #expect(text(pressed(20)).contains(#""display":{"main":"7""#))
        #expect(text(undone(30)).contains(#""display":{"main":"0""#))
        #expect(text(redone(40)).contains(#""display":{"main":"7""#))
        try give(#"{"keypad":"tip"}"#)
        #expect(text(acted(50)).contains(#""keypad":"tip""#))
        try give(#"{"alive":1,"seq":1}"#)
        #expect(text(received(60)) == #"{"do":[],"view":{}}"#)
        #expect(text(offerClosed(70)) == #"{"do":[],"view":{}}"#)
        #expect(text(rewind(2)) == #"{"rewind":null}"#)
        #expect(text(woke(80)) == #"{"do":[{"wake":10010}],"view":{}}"#)
        #expect(text(hid(85)).hasPrefix(#"{"do":[{"save":""#))
        #expect(text(disconnected(4008, 90)).contains(#""ended","why":"removed""#))
    }

    @Test func `input belongs to one call, and too much is refused`() throws {
        _ = try begin()
        try give("7")
        #expect(text(pressed(1)).contains(#""main":"7""#))
        #expect(text(pressed(2)) == #"{"error":"key"}"#)
        #expect(input(16 << 20) != nil)
        #expect(input(.max) == nil)
        #expect(text(pressed(3)) == #"{"error":"key"}"#)
    }

    @Test func `no number crashes the module`() throws {
        _ = try begin()
        #expect(text(BrowserReplica.begin(.max, .max, .max, .max)) == #"{"error":"join"}"#)
        _ = try begin()
        for now in [.nan, .infinity, -.infinity, -1, 0x1p53, .greatestFiniteMagnitude] {
            #expect(text(woke(now)) == #"{"error":"time"}"#)
        }
        #expect(text(woke(0.5)) != #"{"error":"time"}"#)
        #expect(text(disconnected(.max, 1)).hasPrefix(#"{"do":[{"connect":"#))
    }
}
