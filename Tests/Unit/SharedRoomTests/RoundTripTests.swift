import CalculatorEngine
import Testing
import SeededNumbers

@testable import SharedRoom

@Test func `a client's message decodes to the original`() throws {
    var random = SplitMix(seed: 1)
    let file = FrameFile("client")
    for _ in 0..<20_000 {
        let message = random.clientMessage()
        let frame = message.encoded
        file?.append(frame)
        #expect(frame.count <= WireLimits.frameBytesMax)
        let read = try ClientMessage.decode(frame)
        guard read == message else {
            Issue.record("\(frame.string) is read as \(String(describing: read))")
            return
        }
    }
}

@Test func `a server's message decodes to the original`() throws {
    var random = SplitMix(seed: 2)
    let file = FrameFile("server")
    for _ in 0..<20_000 {
        let message = random.serverMessage()
        let frame = message.encoded
        file?.append(frame)
        let read = try ServerMessage.decode(frame)
        guard read == message else {
            Issue.record("\(frame.string) is read as \(String(describing: read))")
            return
        }
    }
}

@Test func `a line of the event log decodes to the original`() throws {
    var random = SplitMix(seed: 3)
    let file = FrameFile("log")
    // No log contains an event that is out of sequence.
    let reasons = VoidReason.allCases.filter { $0 != .sequence }
    for _ in 0..<10_000 {
        let event = Event(sequence: random.count(), time: random.time(), draft: random.draft())
        let line = event.line(void: random.bool() ? random.element(of: reasons) : nil)
        file?.append(line)
        guard try Event.decode(line: line) == event else {
            Issue.record("\(line.string) is read differently")
            return
        }
    }
}

@Test func `a frame written in parts equals the frame written at once`() {
    var random = SplitMix(seed: 4)
    for _ in 0..<1_000 {
        let events = random.events(first: 121)
        let view = RoomScript(.tip).room.view
        var writer = JSONWriter()
        writer.beginFrame(first: 121)
        var time: Int64?
        for event in events {
            var body = JSONWriter()
            event.draft.writeBody(to: &body)
            writer.beginEvent(at: event.time == time ? nil : event.time)
            writer.append(body.bytes)
            time = event.time
        }
        let token = Fingerprint(high: 1, low: 2)
        writer.endFrame(hash: 7, read: token, view: view)
        let frame = EventFrame(first: 121, events: events, hash: 7, read: token, view: view)
        #expect(writer.bytes == ServerMessage.events(frame).encoded)
    }
}
