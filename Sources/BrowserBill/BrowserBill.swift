import RoomClient

// The module of the bill, which a page loads when somebody opens it: docs/PROTOCOL.md, C69. It is
// called as the replica's is (BrowserReplica.swift), and knows nothing from one call to the next.

// A module instance belongs to one thread of one page, and every export runs to its end before the
// next begins.
private enum Memory {
    nonisolated(unsafe) static var given: [UInt8] = []
    nonisolated(unsafe) static var answer: [UInt8] = []

    /// More than any bill has.
    static let inputBytesMax: UInt32 = 1 << 20
}

/// Where to write so many bytes for the next call; null for too many.
@_expose(wasm, "input") @_cdecl("billInput")
public func input(_ count: UInt32) -> UnsafeMutableRawPointer? {
    Memory.given = [UInt8](repeating: 0, count: count <= Memory.inputBytesMax ? Int(count) : 0)
    guard count <= Memory.inputBytesMax else { return nil }
    return Memory.given.withUnsafeMutableBytes { $0.baseAddress }
}

/// Where the answer to the last call begins.
@_expose(wasm, "output") @_cdecl("billOutput")
public func output() -> UnsafeRawPointer? {
    Memory.answer.withUnsafeBytes { $0.baseAddress }
}

/// What to draw of the bill that was given.
@_expose(wasm, "sheet") @_cdecl("billSheet")
public func sheet() -> UInt32 {
    Memory.answer = BillSheet(Memory.given)?.json ?? Array("{\"error\":\"bill\"}".utf8)
    return UInt32(Memory.answer.count)
}
