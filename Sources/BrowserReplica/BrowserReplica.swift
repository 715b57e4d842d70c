import CalculatorEngine
import ExactNumbers

// The functions that a page calls in the WebAssembly module, and nothing else. Text goes through
// the module's memory: the page is told where the bytes are and how many.

/// The calculator of this page. A module instance belongs to one thread of one page, and every
/// export runs to its end before the next begins: nothing can change it meanwhile.
nonisolated(unsafe) private var calculator = Calculator(.formula)

/// The text that the last call made; it stays where it is until the next call.
nonisolated(unsafe) private var text: [UInt8] = []

/// Begins anew with the keypad of this number; an unknown number begins with the first one.
@_expose(wasm, "openKeypad") @_cdecl("openKeypad")
public func openKeypad(_ code: UInt32) {
    calculator = Calculator(Keypad(rawValue: UInt8(truncatingIfNeeded: code)) ?? .formula)
}

/// Presses the key with this code. Tells whether there is such a key.
@_expose(wasm, "pressKey") @_cdecl("pressKey")
public func pressKey(_ code: UInt32) -> Bool {
    guard let key = Key(code: UInt8(truncatingIfNeeded: code)) else { return false }
    var work = Work(limit: EngineLimits.stepsMax)
    calculator.press(key, &work)
    return true
}

/// Works out the display's main line; tells how many bytes it has.
@_expose(wasm, "showMainLine") @_cdecl("showMainLine")
public func showMainLine() -> UInt32 {
    text = calculator.display.main.text
    return UInt32(text.count)
}

/// Works out the expression above it; tells how many bytes it has.
@_expose(wasm, "showExpression") @_cdecl("showExpression")
public func showExpression() -> UInt32 {
    text = calculator.display.expression
    return UInt32(text.count)
}

/// Where the bytes of the last text begin.
@_expose(wasm, "textAddress") @_cdecl("textAddress")
public func textAddress() -> UnsafeRawPointer? {
    // The list is not touched before the page has copied the bytes, so its storage stays.
    text.withUnsafeBytes { $0.baseAddress }
}
