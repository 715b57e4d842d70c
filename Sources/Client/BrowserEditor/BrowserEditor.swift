import RoomClient

// The WebAssembly module of the editor of expressions, which a page loads when somebody edits, pastes or reuses
// an expression. It exchanges bytes with the page as BrowserReplica.swift does. The module keeps no state between
// calls: each input begins with the calculator on display, as the export `calculator` of BrowserReplica.swift
// gives it, and a blank. The answers are those of `ExpressionSheet`, or `{"error":"calculator"}`.
//
// | function | the rest of the input |
// | --- | --- |
// | `expression` | |
// | `parsed` | a text |
// | `editor` | names of keys |

private enum ModuleMemory {
    nonisolated(unsafe) static var bytes = ModuleBytes()

    /// More than anybody pastes.
    static let inputBytesMax: UInt32 = 1 << 20
}

/// Returns the address for this many bytes of input; null if there are too many.
@_expose(wasm, "input") @_cdecl("editorInput")
public func input(_ count: UInt32) -> UnsafeMutableRawPointer? {
    ModuleMemory.bytes.prepareInput(count, max: ModuleMemory.inputBytesMax)
}

/// Returns the address of the last answer.
@_expose(wasm, "output") @_cdecl("editorOutput")
public func output() -> UnsafeRawPointer? { ModuleMemory.bytes.answerAddress }

@_expose(wasm, "expression") @_cdecl("editorExpression")
public func expression() -> UInt32 { answer { (sheet, _) in sheet.expression } }

@_expose(wasm, "parsed") @_cdecl("editorParsed")
public func parsed() -> UInt32 { answer { (sheet, rest) in sheet.parsed(rest) } }

@_expose(wasm, "editor") @_cdecl("editorEdited")
public func editor() -> UInt32 { answer { (sheet, rest) in sheet.editor(rest) } }

private func answer(_ question: (ExpressionSheet, [UInt8]) -> [UInt8]) -> UInt32 {
    let calculator = ModuleMemory.bytes.input.prefix { $0 != UInt8(ascii: " ") }
    let rest = Array(ModuleMemory.bytes.input.dropFirst(calculator.count + 1))
    return ModuleMemory.bytes.finish(
        ExpressionSheet(calculator).map { (sheet: ExpressionSheet) in question(sheet, rest) }
            ?? ExpressionSheet.noCalculator)
}
