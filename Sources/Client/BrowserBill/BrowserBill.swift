import RoomClient

// The WebAssembly module of the bill, which a page loads when somebody opens the bill. It exchanges bytes
// with the page as BrowserReplica.swift does: the page calls `input` with the length, writes the bytes,
// calls `sheet`, and reads the answer at `output`. The module keeps no state between calls.

private enum ModuleMemory {
    nonisolated(unsafe) static var bytes = ModuleBytes()

    /// More than any bill needs.
    static let inputBytesMax: UInt32 = 1 << 20
}

/// Returns the address for this many bytes of input; null if there are too many.
@_expose(wasm, "input") @_cdecl("billInput")
public func input(_ count: UInt32) -> UnsafeMutableRawPointer? {
    ModuleMemory.bytes.prepareInput(count, max: ModuleMemory.inputBytesMax)
}

/// Returns the address of the last answer.
@_expose(wasm, "output") @_cdecl("billOutput")
public func output() -> UnsafeRawPointer? { ModuleMemory.bytes.answerAddress }

/// Interprets the bills in the input: the base 64 text of the view's `bill`. Shows the bill with this number.
/// Returns the length of the answer, which `BillSheet` describes, or which is `{"error":"bill"}`.
@_expose(wasm, "sheet") @_cdecl("billSheet")
public func sheet(_ number: Double) -> UInt32 {
    let bill = number > 0 && number < 1e15 ? Int64(number) : 0
    return ModuleMemory.bytes.finish(
        BillSheet(ModuleMemory.bytes.input, showing: bill)?.json
            ?? Array("{\"error\":\"bill\"}".utf8))
}
