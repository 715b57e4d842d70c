import CalculatorEngine
import Testing

@testable import SharedRoom

/// Helpers for decoding frames.
extension String {
    var bytes: [UInt8] { Array(utf8) }
}

extension [UInt8] {
    var string: String { String(decoding: self, as: UTF8.self) }
}

func client(_ frame: String) throws -> ClientMessage? {
    try ClientMessage.decode(frame.bytes)
}

func server(_ frame: String) throws -> ServerMessage? {
    try ServerMessage.decode(frame.bytes)
}

/// The error message for a client's frame; nil if it is valid.
func errorText(_ frame: String) -> String? {
    errorText { () throws(CodecError) in _ = try ClientMessage.decode(frame.bytes) }
}

func serverErrorText(_ frame: String) -> String? {
    errorText { () throws(CodecError) in _ = try ServerMessage.decode(frame.bytes) }
}

func errorText(_ read: () throws(CodecError) -> Void) -> String? {
    do throws(CodecError) {
        try read()
        return nil
    } catch {
        #expect(error.text.count <= 123, "too long for the reason of a closed connection")
        return error.text.string
    }
}

func act(_ number: Int64, _ action: Action) -> ClientMessage {
    .act(first: number, [.plain(action)])
}

func key(_ name: String) throws -> Key {
    try #require(Key(named: name.bytes))
}

func name(_ text: String) throws -> PersonName {
    try #require(PersonName(text.bytes))
}

let salt = Fingerprint(high: 0x0011_2233_4455_6677, low: 0x8899_aabb_ccdd_eeff)
let saltText = "00112233445566778899aabbccddeeff"
let secretText = "mNq3bD-x0Zc7T_pL8vR2sA"
