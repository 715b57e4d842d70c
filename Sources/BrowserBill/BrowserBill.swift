import RoomClient

// The WebAssembly module of the bill, which a page loads when somebody opens the bill. It exchanges bytes
// with the page as BrowserReplica.swift does: the page calls `input` with the length, writes the bytes,
// calls `sheet`, and reads the answer at `output`. The module keeps no state between calls.

// A module instance belongs to one thread of one page, and exports do not interrupt each other.
private enum Memory {
    nonisolated(unsafe) static var input: [UInt8] = []
    nonisolated(unsafe) static var answer: [UInt8] = []

    /// More than any bill needs.
    static let inputBytesMax: UInt32 = 1 << 20
}

/// Returns the address for this many bytes of input; null if there are too many.
@_expose(wasm, "input") @_cdecl("billInput")
public func input(_ count: UInt32) -> UnsafeMutableRawPointer? {
    Memory.input = [UInt8](repeating: 0, count: count <= Memory.inputBytesMax ? Int(count) : 0)
    guard count <= Memory.inputBytesMax else { return nil }
    return Memory.input.withUnsafeMutableBytes { $0.baseAddress }
}

/// Returns the address of the last answer.
@_expose(wasm, "output") @_cdecl("billOutput")
public func output() -> UnsafeRawPointer? {
    Memory.answer.withUnsafeBytes { $0.baseAddress }
}

/// Interprets the bill in the input: the base 64 text of the view's `bill`. Returns the length of the
/// answer, which `BillSheet` describes, or which is `{"error":"bill"}`.
@_expose(wasm, "sheet") @_cdecl("billSheet")
public func sheet() -> UInt32 {
    Memory.answer = BillSheet(Memory.input)?.json ?? Array("{\"error\":\"bill\"}".utf8)
    return UInt32(Memory.answer.count)
}
