import CLibWebSockets
import Glibc

/// What a TCP socket has received, as the system counts it.
struct ReceivedTraffic {
    var bytes: Int64 = 0
    var packets: Int64 = 0

    init() {}

    /// Nil if the descriptor is no TCP socket.
    init?(of descriptor: Int32) {
        // Linux' struct tcp_info. Glibc declares only its beginning, so the members are read by offset.
        let counts = withUnsafeTemporaryAllocation(
            byteCount: Self.packetsOffset + MemoryLayout<UInt32>.size, alignment: 8
        ) { info -> (UInt64, UInt32)? in
            var count = socklen_t(info.count)
            guard
                getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, info.baseAddress, &count) == 0,
                count == info.count
            else { return nil }
            return (
                info.loadUnaligned(fromByteOffset: Self.bytesOffset, as: UInt64.self),
                info.loadUnaligned(fromByteOffset: Self.packetsOffset, as: UInt32.self)
            )
        }
        guard let counts else { return nil }
        bytes = Int64(clamping: counts.0)
        packets = Int64(counts.1)
    }

    /// `tcpi_bytes_received` and `tcpi_data_segs_in`
    private static let bytesOffset = 128
    private static let packetsOffset = 152
}
