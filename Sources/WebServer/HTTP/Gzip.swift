import CLibWebSockets

/// Bytes compressed as browsers take them, as small as can be: it is done once.
enum Gzip {
    static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        guard begin_gzip(&stream) == Z_OK else { return bytes }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let isDone = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
        }
        return isDone ? Array(output.prefix(Int(stream.total_out))) : bytes
    }
}
