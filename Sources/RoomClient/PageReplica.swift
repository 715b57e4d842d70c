import CalculatorEngine
import SharedRoom

/// A replica as the script of a page calls it: bytes in, JSON out. Script and replica share no
/// types, so whatever comes is looked at first, and what makes no sense is answered and changes
/// nothing.
///
///     var page = PageReplica()
///     page.begin(join, saved: [], chance: chance)    // {"do":[{"connect":0}],"view":{…}}
///     page.answer(.pressed(key: "7"), at: 900)       // {"do":[{"save":"AQ…"}],"view":{"display":…}}
///     page.answer(.pressed(key: "x"), at: 900)       // {"error":"key"}
public struct PageReplica {
    private var replica: Replica?

    /// What happened on the page.
    public enum Call {
        case connected
        case received([UInt8])
        case disconnected(code: UInt16)
        case woke
        case hid
        /// The name of a key.
        case pressed([UInt8])
        /// Any other action, as on the wire. Its number is given here.
        case acted([UInt8])
        case undone
        case redone
        case answered(sendThem: Bool)
        case alone
    }

    /// What is wrong with a call.
    enum Mistake: Error {
        case join
        case notBegun
        case time
        case key
        case action

        var name: StaticString {
            switch self {
            case .join: "join"
            case .notBegun: "notBegun"
            case .time: "time"
            case .key: "key"
            case .action: "action"
            }
        }
    }

    public init() {}

    /// Begins, or begins anew, with a join whose pen is a fresh one. `saved` is what the page kept
    /// for itself, `kept` what one kept of the room; what is none of it counts as nothing.
    public mutating func begin(
        _ join: [UInt8], saved: [UInt8], kept: [UInt8] = [], chance: @escaping () -> UInt64
    ) -> [UInt8] {
        replica = nil
        guard join.count <= ServiceLimits().frameBytesMax, let person = try? Join.decode(join),
            let pen = person.pen
        else { return Self.answer(.join) }
        replica =
            Replica(saved: saved, person, chance: chance)
            ?? Replica(person, pen: pen, chance: chance)
        replica?.begin(with: kept)
        return replica?.answer([.connect(at: 0)]) ?? []
    }

    /// What the page has to do, and what it has to draw.
    public mutating func answer(_ call: Call, at now: Int64) -> [UInt8] {
        guard now >= 0, now <= RoomLimits.numberMax else { return Self.answer(.time) }
        do throws(Mistake) {
            return try replica?.answer(call, at: now) ?? Self.answer(.notBegun)
        } catch {
            return Self.answer(error)
        }
    }

    private static func answer(_ mistake: Mistake) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("error", mistake.name)
        writer.endObject()
        return writer.bytes
    }
}

extension Replica {
    fileprivate func answer(
        _ call: PageReplica.Call, at now: Int64
    ) throws(PageReplica.Mistake) -> [UInt8] {
        answer(try take(call, at: now))
    }

    private func take(
        _ call: PageReplica.Call, at now: Int64
    ) throws(PageReplica.Mistake) -> [ReplicaAction] {
        switch call {
        case .connected: return connected(at: now)
        case .received(let frame): return receive(frame, at: now)
        case .disconnected(let code): return disconnected(code: code, at: now)
        case .woke: return wake(at: now)
        case .hid: return hide(at: now)
        case .pressed(let name):
            guard let key = Key(named: name) else { throw .key }
            return press(key, at: now)
        case .acted(let frame):
            guard frame.count <= ServiceLimits().frameBytesMax,
                let action = try? ClientAction.decode(frame)
            else { throw .action }
            return act(action, at: now)
        case .undone: return undo(at: now)
        case .redone: return redo(at: now)
        case .answered(let sendThem): return answer(sendThem: sendThem, at: now)
        case .alone: return goAlone(at: now)
        }
    }

    fileprivate func answer(_ actions: [ReplicaAction]) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.beginList("do")
        for action in actions { write(action, to: &writer) }
        writer.endList()
        writer.member("view")
        view.write(untakenChanges, to: &writer)
        takeChanges()
        writer.endObject()
        return writer.bytes
    }

    private func write(_ action: ReplicaAction, to writer: inout JSONWriter) {
        writer.beginObject()
        switch action {
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
