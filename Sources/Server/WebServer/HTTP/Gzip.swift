import CLibWebSockets

/// Compression for static files, at the highest level, because the server does it once at its start.
enum Gzip {
    static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        guard begin_gzip(&stream) == Z_OK else { return bytes }
        defer { deflateEnd(&stream) }
        let countMax = Int(deflateBound(&stream, UInt(bytes.count)))
        return finish(&stream, bytes, countMax: countMax, by: deflate) ?? bytes
    }

    /// Decompresses bytes; nil if they are invalid or the result has more than `countMax` bytes.
    static func decompressed(_ bytes: [UInt8], countMax: Int) -> [UInt8]? {
        var stream = z_stream()
        guard begin_gunzip(&stream) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        return finish(&stream, bytes, countMax: countMax, by: inflate)
    }

    private static func finish(
        _ stream: inout z_stream, _ bytes: [UInt8], countMax: Int,
        by step: (z_streamp?, Int32) -> Int32
    ) -> [UInt8]? {
        var input = bytes
        var output = [UInt8](repeating: 0, count: countMax)
        let isDone = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return step(&stream, Z_FINISH) == Z_STREAM_END
            }
        }
        return isDone ? Array(output.prefix(Int(stream.total_out))) : nil
    }
}
