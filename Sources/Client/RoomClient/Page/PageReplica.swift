import CalculatorEngine
import ExactNumbers
import SharedRoom

/// The interface between a page's script and its replica: bytes in, JSON out. They share no types, so every
/// input is validated. An invalid call returns an error and changes nothing.
///
///     var page = PageReplica()
///     page.begin(join, saved: [], randomWord: randomWord)
///     // {"do":[{"connect":0}],"view":{…}}
///     page.handle(.pressed(key: "7"), at: 900)
///     // {"do":[{"save":"Aw…"}],"view":{"display":…}}
///     page.handle(.pressed(key: "x"), at: 900)
///     // {"error":"key"}
///
/// An answer is one JSON object in UTF-8 with the members `do` and `view`, or with `error` alone.
///
/// `do` lists instructions for the page, in the order of execution. Each is an object with one member:
///
/// | member | value | instruction |
/// | --- | --- | --- |
/// | `save` | base 64 | Save this text for the next page of the room. If it is empty, delete the saved text. In every answer to `hid`. |
/// | `keep` | base 64 | Store this text for later visits of the room. In answers to `hid` if there is a room. |
/// | `send` | a frame | Send it. |
/// | `close` | `true` | Close the socket, and report nothing more about it. |
/// | `connect` | a time | Open a socket then. Replaces an earlier `connect` and a pending `wake`. |
/// | `wake` | a time | Call `woke` then. Replaces an earlier `wake`. |
/// | `reload` | `true` | Reload the page. |
///
/// `view` has a member for each part of the view that changed since the previous answer; see `ReplicaView`.
/// The answer to `begin` has all parts, and asks for a connection at once.
public struct PageReplica {
    private(set) var replica: Replica?

    /// Something that happened on the page.
    public enum Call {
        case connected
        case received([UInt8])
        case disconnected(code: UInt16)
        case woke
        case hid
        /// The name of a key.
        case pressed([UInt8])
        /// Any other action as it is sent to a server, but without an action number, which the replica
        /// assigns.
        case acted([UInt8])
        case undone
        case redone
        case offerClosed
        case alone
    }

    /// The error in a call.
    ///
    /// | name | meaning |
    /// | --- | --- |
    /// | `join` | not a valid join with a `pen`, or longer than a frame may be |
    /// | `notBegun` | `begin` was not called |
    /// | `time` | below 0 or above 2⁵³ − 1 |
    /// | `key` | an unknown key |
    /// | `action` | not a valid action, or longer than a frame may be |
    fileprivate struct CallError: Error {
        let name: StaticString
    }

    public init() {}

    /// Starts, or starts again, with a join whose pen is unused. `saved` is the text that a page of this tab
    /// saved, `kept` the text that any page stored for the room, both decoded from base 64. Invalid data are
    /// ignored.
    public mutating func begin(
        _ join: [UInt8], saved: [UInt8], kept: [UInt8] = [], randomWord: @escaping () -> UInt64
    ) -> [UInt8] {
        replica = nil
        guard join.count <= WireLimits.frameBytesMax, let template = try? Join.decode(join),
            let pen = template.pen
        else { return Self.errorAnswer("join") }
        replica =
            Replica(saved: saved, template, randomWord: randomWord)
            ?? Replica(template, pen: pen, randomWord: randomWord)
        replica?.restore(from: kept)
        return replica?.answer(to: [.connect(at: 0)]) ?? []
    }

    /// Handles an event on the page. Returns instructions and the changed parts of the view.
    public mutating func handle(_ call: Call, at now: Int64) -> [UInt8] {
        guard now >= 0, now <= RoomLimits.numberMax else { return Self.errorAnswer("time") }
        do throws(CallError) {
            guard let replica else { return Self.errorAnswer("notBegun") }
            return replica.answer(to: try replica.perform(call, at: now))
        } catch {
            return Self.errorAnswer(error.name)
        }
    }

    /// The steps that `removeAndRewind` would take back for a participant, as the JSON object
    /// `{"rewind":{"since":121,"steps":[{"by":7,"count":3}]}}`. `rewind` is null if there are none.
    public func rewind(of participant: UInt32) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        let steps = replica?.confirmed?.history.stepsToRewind(of: participant) ?? []
        if let first = steps.last {
            writer.beginObject("rewind")
            writer.member("since", first.sequence)
            writer.beginList("steps")
            Self.writeCounts(of: steps, to: &writer)
            writer.endList()
            writer.endObject()
        } else {
            writer.memberNull("rewind")
        }
        writer.endObject()
        return writer.bytes
    }

    private static func writeCounts(of steps: [History.Step], to writer: inout JSONWriter) {
        var rest = steps
        while let author = rest.last?.signature.author {
            let count = rest.count
            rest.removeAll { $0.signature.author == author }
            writer.beginObject()
            writer.member("by", author)
            writer.member("count", Int64(count - rest.count))
            writer.endObject()
        }
    }

    /// The number on the display in every form that it has, the decimal first. `exact` is false for a rounded
    /// text.
    ///
    ///     {"forms":[{"kind":"decimal","text":"0.75","exact":true},{"kind":"fraction","text":"3/4",…},…]}
    public var forms: [UInt8] {
        guard let replica else { return Self.errorAnswer("notBegun") }
        var writer = JSONWriter(capacity: 512)
        replica.view.writeForms(to: &writer)
        return writer.bytes
    }

    /// The calculator on display in its binary form, for `ExpressionSheet`: `{"calculator":"AAAB…"}`.
    public var calculator: [UInt8] {
        guard let view = replica?.view else { return Self.errorAnswer("notBegun") }
        // The server computes the display because its rules differ.
        guard view.serverView == nil else { return Self.errorAnswer("rules") }
        var calculator = ByteWriter(capacity: 64)
        view.calculator.write(to: &calculator)
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        writer.member("calculator")
        writer.base64(calculator.bytes)
        writer.endObject()
        return writer.bytes
    }

    static func errorAnswer(_ name: StaticString) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("error", name)
        writer.endObject()
        return writer.bytes
    }
}

extension Replica {
    fileprivate func perform(
        _ call: PageReplica.Call, at now: Int64
    ) throws(PageReplica.CallError) -> [ReplicaInstruction] {
        switch call {
        case .connected: return connected(at: now)
        case .received(let frame): return receive(frame, at: now)
        case .disconnected(let code): return disconnected(code: code, at: now)
        case .woke: return wake(at: now)
        case .hid: return didHide(at: now)
        case .pressed(let name):
            guard let key = Key(named: name) else { throw PageReplica.CallError(name: "key") }
            return press(key, at: now)
        case .acted(let frame):
            guard frame.count <= WireLimits.frameBytesMax,
                let action = try? ClientAction.decode(frame)
            else { throw PageReplica.CallError(name: "action") }
            return act(action, at: now)
        case .undone: return undo(at: now)
        case .redone: return redo(at: now)
        case .offerClosed: return closeOffer(at: now)
        case .alone: return goAlone(at: now)
        }
    }

    fileprivate func answer(to instructions: [ReplicaInstruction]) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.beginList("do")
        for instruction in instructions { write(instruction, to: &writer) }
        writer.endList()
        writer.member("view")
        view.write(unconsumedChanges, to: &writer)
        consumeChanges()
        writer.endObject()
        return writer.bytes
    }

    private func write(_ instruction: ReplicaInstruction, to writer: inout JSONWriter) {
        writer.beginObject()
        switch instruction {
        case .save:
            writer.member("save")
            writer.base64(saved)
        case .keep:
            writer.member("keep")
            writer.base64(kept)
        case .send(let frame): writer.member("send", frame)
        case .close: writer.member("close", true)
        case .connect(let time): writer.member("connect", time)
        case .wake(let time): writer.member("wake", time)
        case .reload: writer.member("reload", true)
        }
        writer.endObject()
    }
}
