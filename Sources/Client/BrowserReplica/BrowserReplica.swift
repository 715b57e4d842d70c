import RoomClient
import SeededNumbers

// The WebAssembly module's interface for the page's script. The script handles HTML, sockets and timers; the
// module decides everything else.
//
// The module imports nothing. The page calls `_initialize` once, then `begin`, and then one function for
// each event. `now` is in milliseconds since 1970. Bytes pass through the module's memory: the page calls
// `input` with their number, writes them at the returned address, calls the function that uses them, and
// reads the answer at `output`. Addresses are valid until the next call. All functions except `input` and
// `output` return the length of the answer, which `PageReplica` describes.
//
// | function | event | input |
// | --- | --- | --- |
// | `begin` | the page starts | a `join` frame with an unused `pen`, the saved text, the kept text |
// | `connected` | the socket is open | |
// | `received` | a frame arrived | the frame |
// | `disconnected` | the socket closed, with this code, or could not open | |
// | `woke` | a timer fired, the page became visible, or the network returned | |
// | `hid` | the page became hidden and may be discarded | |
// | `pressed` | a key was pressed | its name |
// | `acted` | any other action | the action as on the wire, without `n` |
// | `undone`, `redone` | the last step is undone or redone | |
// | `offerClosed` | the person used or discarded the offer | |
// | `rewind` | asks what removing the participant with this number would take back; no event | |
// | `alone` | the calculator continues in a private room | |
//
// Some functions only ask: `forms` for the number on the display in every form, and `calculator` for the
// calculator on display, which BrowserEditor.swift takes.

// The variables are static because no program runs that would initialize globals.
private enum ModuleMemory {
    nonisolated(unsafe) static var page = PageReplica()
    nonisolated(unsafe) static var bytes = ModuleBytes()

    /// More than any frame needs.
    static let inputBytesMax: UInt32 = 16 << 20
}

/// Returns the address for this many bytes of input, which belong to the next call; null if there are too many.
@_expose(wasm, "input") @_cdecl("input")
public func input(_ count: UInt32) -> UnsafeMutableRawPointer? {
    ModuleMemory.bytes.prepareInput(count, max: ModuleMemory.inputBytesMax)
}

/// Returns the address of the last answer.
@_expose(wasm, "output") @_cdecl("output")
public func output() -> UnsafeRawPointer? { ModuleMemory.bytes.answerAddress }

/// Starts with the join in the first `joinCount` bytes, the saved state in the next `savedCount`, the kept
/// room in the rest, and two random words of 32 bits.
@_expose(wasm, "begin") @_cdecl("begin")
public func begin(
    _ joinCount: UInt32, _ savedCount: UInt32, _ word: UInt32, _ anotherWord: UInt32
) -> UInt32 {
    // Good enough for jitter and names of pens.
    var random = SplitMix(seed: UInt64(word) << 32 | UInt64(anotherWord))
    let givenCount = UInt32(ModuleMemory.bytes.input.count)
    let join = ModuleMemory.bytes.input.prefix(Int(min(joinCount, givenCount)))
    let rest = ModuleMemory.bytes.input.dropFirst(join.count)
    let saved = rest.prefix(Int(min(savedCount, givenCount)))
    return finish(
        ModuleMemory.page.begin(
            Array(join), saved: Array(saved), kept: Array(rest.dropFirst(saved.count)),
            randomWord: { random.next() }))
}

@_expose(wasm, "connected") @_cdecl("connected")
public func connected(_ now: Double) -> UInt32 { call(.connected, now) }

@_expose(wasm, "received") @_cdecl("received")
public func received(_ now: Double) -> UInt32 { call(.received(ModuleMemory.bytes.input), now) }

@_expose(wasm, "disconnected") @_cdecl("disconnected")
public func disconnected(_ code: UInt32, _ now: Double) -> UInt32 {
    call(.disconnected(code: UInt16(truncatingIfNeeded: code)), now)
}

@_expose(wasm, "woke") @_cdecl("woke")
public func woke(_ now: Double) -> UInt32 { call(.woke, now) }

@_expose(wasm, "hid") @_cdecl("hid")
public func hid(_ now: Double) -> UInt32 { call(.hid, now) }

@_expose(wasm, "pressed") @_cdecl("pressed")
public func pressed(_ now: Double) -> UInt32 { call(.pressed(ModuleMemory.bytes.input), now) }

@_expose(wasm, "acted") @_cdecl("acted")
public func acted(_ now: Double) -> UInt32 { call(.acted(ModuleMemory.bytes.input), now) }

@_expose(wasm, "undone") @_cdecl("undone")
public func undone(_ now: Double) -> UInt32 { call(.undone, now) }

@_expose(wasm, "redone") @_cdecl("redone")
public func redone(_ now: Double) -> UInt32 { call(.redone, now) }

@_expose(wasm, "offerClosed") @_cdecl("offerClosed")
public func offerClosed(_ now: Double) -> UInt32 { call(.offerClosed, now) }

@_expose(wasm, "rewind") @_cdecl("rewind")
public func rewind(_ participant: UInt32) -> UInt32 {
    finish(ModuleMemory.page.rewind(of: participant))
}

@_expose(wasm, "alone") @_cdecl("alone")
public func alone(_ now: Double) -> UInt32 { call(.alone, now) }

@_expose(wasm, "forms") @_cdecl("forms")
public func forms() -> UInt32 { finish(ModuleMemory.page.forms) }

@_expose(wasm, "calculator") @_cdecl("calculator")
public func calculator() -> UInt32 { finish(ModuleMemory.page.calculator) }

/// JavaScript numbers are doubles. A value that is not a time becomes one that the replica rejects.
private func call(_ call: PageReplica.Call, _ now: Double) -> UInt32 {
    finish(ModuleMemory.page.handle(call, at: now >= 0 && now < 0x1p53 ? Int64(now) : -1))
}

private func finish(_ answer: [UInt8]) -> UInt32 { ModuleMemory.bytes.finish(answer) }
