import RoomClient
import SeededNumbers

// The functions that a page calls in the WebAssembly module, and nothing else: docs/PROTOCOL.md, "The
// browser's module". Bytes go through the module's memory, as no other value can.

// A module instance belongs to one thread of one page, and every export runs to its end before the
// next begins: nothing can change these meanwhile. (They are static because nothing runs a program
// that would set its globals.)
private enum Memory {
    nonisolated(unsafe) static var page = PageReplica()
    nonisolated(unsafe) static var given: [UInt8] = []
    nonisolated(unsafe) static var answer: [UInt8] = []

    /// More than any frame has.
    static let inputBytesMax: UInt32 = 16 << 20
}

/// Where to write so many bytes for the next call; null for too many.
@_expose(wasm, "input") @_cdecl("input")
public func input(_ count: UInt32) -> UnsafeMutableRawPointer? {
    Memory.given = [UInt8](repeating: 0, count: count <= Memory.inputBytesMax ? Int(count) : 0)
    guard count <= Memory.inputBytesMax else { return nil }
    // The list is not touched before the page has written the bytes, so its storage stays.
    return Memory.given.withUnsafeMutableBytes { $0.baseAddress }
}

/// Where the answer to the last call begins.
@_expose(wasm, "output") @_cdecl("output")
public func output() -> UnsafeRawPointer? {
    Memory.answer.withUnsafeBytes { $0.baseAddress }
}

/// The first so many bytes given are the join, so many the keys that were saved, the others the room that
/// was kept. Then two random words.
@_expose(wasm, "begin") @_cdecl("begin")
public func begin(
    _ joinCount: UInt32, _ savedCount: UInt32, _ word: UInt32, _ anotherWord: UInt32
) -> UInt32 {
    // Enough to spread waits and to name pens.
    var random = SplitMix(seed: UInt64(word) << 32 | UInt64(anotherWord))
    let givenCount = UInt32(Memory.given.count)
    let join = Memory.given.prefix(Int(min(joinCount, givenCount)))
    let rest = Memory.given.dropFirst(join.count)
    let saved = rest.prefix(Int(min(savedCount, givenCount)))
    return finish(
        Memory.page.begin(
            Array(join), saved: Array(saved), kept: Array(rest.dropFirst(saved.count)),
            chance: { random.next() }))
}

@_expose(wasm, "connected") @_cdecl("connected")
public func connected(_ now: Double) -> UInt32 { call(.connected, now) }

@_expose(wasm, "received") @_cdecl("received")
public func received(_ now: Double) -> UInt32 { call(.received(Memory.given), now) }

@_expose(wasm, "disconnected") @_cdecl("disconnected")
public func disconnected(_ code: UInt32, _ now: Double) -> UInt32 {
    call(.disconnected(code: UInt16(truncatingIfNeeded: code)), now)
}

@_expose(wasm, "woke") @_cdecl("woke")
public func woke(_ now: Double) -> UInt32 { call(.woke, now) }

@_expose(wasm, "hid") @_cdecl("hid")
public func hid(_ now: Double) -> UInt32 { call(.hid, now) }

@_expose(wasm, "pressed") @_cdecl("pressed")
public func pressed(_ now: Double) -> UInt32 { call(.pressed(Memory.given), now) }

@_expose(wasm, "acted") @_cdecl("acted")
public func acted(_ now: Double) -> UInt32 { call(.acted(Memory.given), now) }

@_expose(wasm, "undone") @_cdecl("undone")
public func undone(_ now: Double) -> UInt32 { call(.undone, now) }

@_expose(wasm, "redone") @_cdecl("redone")
public func redone(_ now: Double) -> UInt32 { call(.redone, now) }

@_expose(wasm, "answered") @_cdecl("answered")
public func answered(_ sendThem: Bool, _ now: Double) -> UInt32 {
    call(.answered(sendThem: sendThem), now)
}

@_expose(wasm, "alone") @_cdecl("alone")
public func alone(_ now: Double) -> UInt32 { call(.alone, now) }

/// Script has no other number than Double. What is no time in it becomes one that the replica refuses.
private func call(_ call: PageReplica.Call, _ now: Double) -> UInt32 {
    finish(Memory.page.answer(call, at: now >= 0 && now < 0x1p53 ? Int64(now) : -1))
}

private func finish(_ bytes: [UInt8]) -> UInt32 {
    Memory.given = []
    Memory.answer = bytes
    return UInt32(bytes.count)
}
