#if arch(wasm32)
    // Embedded Swift has no module for the C library, so its two calls are declared by hand. The
    // linker finds them in wasi-libc, which passes them on to the host of the module.
    @_extern(c, "read")
    private func systemRead(_ stream: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
    @_extern(c, "write")
    private func systemWrite(_ stream: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int
#else
    import Glibc

    private let systemRead = Glibc.read
    private let systemWrite = Glibc.write
#endif

/// Standard input and output as bytes, the same natively and in WebAssembly.
enum StandardStreams {
    /// Everything up to the end of the input.
    static func readAll() -> [UInt8] {
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = piece.withUnsafeMutableBytes { systemRead(0, $0.baseAddress, $0.count) }
            precondition(count >= 0, "Standard input could not be read.")
            if count == 0 { return all }
            all += piece[..<count]
        }
    }

    /// Writes all of the bytes, in as many pieces as the system takes them.
    static func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(1, $0.baseAddress, $0.count) }
            precondition(count > 0, "Standard output could not be written.")
            rest = rest.dropFirst(count)
        }
    }
}
