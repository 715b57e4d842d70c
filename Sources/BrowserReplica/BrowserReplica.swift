import CalculatorEngine
import ExactNumbers
import RoomClient
import SharedRoom

// The functions that a page calls in the WebAssembly module, and nothing else. Bytes go through the
// module's memory: the page asks for room with `input`, writes there, calls a function, and reads
// the answer, so many bytes from `output` on. The answer is JSON: what to do, in this order, and
// what of the view changed.
//
//     {"do":[{"save":"AQ…"},{"send":"{\"n\":1,\"press\":\"7\"}"}],"view":{"display":{…}}}
//
// Times are milliseconds since 1970.

// A module instance belongs to one thread of one page, and every export runs to its end before the
// next begins: nothing can change these meanwhile.
nonisolated(unsafe) private var replica: Replica?
nonisolated(unsafe) private var given: [UInt8] = []
nonisolated(unsafe) private var answer: [UInt8] = []
nonisolated(unsafe) private var randomState: UInt64 = 0

/// Room for so many bytes, for the next call.
@_expose(wasm, "input") @_cdecl("input")
public func input(_ count: UInt32) -> UnsafeMutableRawPointer? {
    given = [UInt8](repeating: 0, count: Int(count))
    // The list is not touched before the page has written the bytes, so its storage stays.
    return given.withUnsafeMutableBytes { $0.baseAddress }
}

/// Where the answer begins.
@_expose(wasm, "output") @_cdecl("output")
public func output() -> UnsafeRawPointer? {
    answer.withUnsafeBytes { $0.baseAddress }
}

/// Begins with a join as it stands in the protocol, whose pen is a fresh one, and two random words.
/// What was saved before stands behind the join. Tells how long the answer is; 0 for no join.
@_expose(wasm, "begin") @_cdecl("begin")
public func begin(_ joinCount: UInt32, _ random: UInt32, _ moreRandom: UInt32) -> UInt32 {
    replica = nil
    randomState = UInt64(random) << 32 | UInt64(moreRandom)
    let join = Array(given.prefix(Int(joinCount)))
    guard case .join(let person)? = try? ClientMessage.decode(join, limits: ServiceLimits()),
        let pen = person.pen
    else { return 0 }
    let saved = Array(given.dropFirst(Int(joinCount)))
    replica =
        Replica(saved: saved, person, chance: nextRandom)
        ?? Replica(person, pen: pen, chance: nextRandom)
    return finish([])
}

@_expose(wasm, "connected") @_cdecl("connected")
public func connected(_ now: Double) -> UInt32 {
    finish(replica?.connected(at: Int64(now)))
}

@_expose(wasm, "received") @_cdecl("received")
public func received(_ now: Double) -> UInt32 {
    finish(replica?.receive(given, at: Int64(now)))
}

@_expose(wasm, "disconnected") @_cdecl("disconnected")
public func disconnected(_ code: UInt32, _ now: Double) -> UInt32 {
    finish(replica?.disconnected(code: UInt16(truncatingIfNeeded: code), at: Int64(now)))
}

@_expose(wasm, "woke") @_cdecl("woke")
public func woke(_ now: Double) -> UInt32 {
    finish(replica?.wake(at: Int64(now)))
}

/// The key with this code went down.
@_expose(wasm, "pressed") @_cdecl("pressed")
public func pressed(_ code: UInt32, _ now: Double) -> UInt32 {
    guard let key = Key(code: UInt8(truncatingIfNeeded: code)) else { return 0 }
    return finish(replica?.press(key, at: Int64(now)))
}

/// Any other action, written as on the wire; its number is given here.
@_expose(wasm, "acted") @_cdecl("acted")
public func acted(_ now: Double) -> UInt32 {
    guard case .act(_, let actions)? = try? ClientMessage.decode(given, limits: ServiceLimits())
    else { return 0 }
    var due: [ReplicaAction] = []
    for action in actions { due += replica?.act(action, at: Int64(now)) ?? [] }
    return finish(due)
}

@_expose(wasm, "undone") @_cdecl("undone")
public func undone(_ now: Double) -> UInt32 {
    finish(replica?.undo(at: Int64(now)))
}

@_expose(wasm, "redone") @_cdecl("redone")
public func redone(_ now: Double) -> UInt32 {
    finish(replica?.redo(at: Int64(now)))
}

/// What the person said to the question: whether to send.
@_expose(wasm, "answered") @_cdecl("answered")
public func answered(_ sendThem: Bool, _ now: Double) -> UInt32 {
    finish(replica?.answer(sendThem: sendThem, at: Int64(now)))
}

private func nextRandom() -> UInt64 {
    randomState &+= 0x9E37_79B9_7F4A_7C15
    var mixed = randomState
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
}

private func finish(_ actions: [ReplicaAction]?) -> UInt32 {
    guard let actions, let view = replica?.view, let changes = replica?.takeChanges() else {
        return 0
    }
    var writer = JSONWriter(capacity: 512)
    writer.beginObject()
    writer.beginList("do")
    for action in actions { writer.write(action) }
    writer.endList()
    writer.member("view")
    writer.append(view.written(changes))
    writer.endObject()
    answer = writer.bytes
    return UInt32(answer.count)
}

extension JSONWriter {
    fileprivate mutating func write(_ action: ReplicaAction) {
        beginObject()
        switch action {
        case .save:
            member("save")
            base64(replica?.saved ?? [])
        case .send(let frame): member("send", frame)
        case .close: member("close", true)
        case .connect(let time): member("connect", time)
        case .wake(let time): member("wake", time)
        case .reload: member("reload", true)
        }
        endObject()
    }
}
