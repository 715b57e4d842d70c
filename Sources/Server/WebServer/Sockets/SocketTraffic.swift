import CLibWebSockets
import Glibc

/// The traffic of a TCP socket, as the kernel counts it.
struct SocketTraffic {
    /// The received bytes.
    var bytes: Int64 = 0
    /// The received packets.
    var packets: Int64 = 0
    /// The sent bytes that the peer has received.
    var acknowledged: Int64 = 0

    init() {}

    /// Reads the counters of a socket; nil if the descriptor is not a TCP socket.
    init?(of descriptor: Int32) {
        // Glibc declares only the beginning of Linux's struct tcp_info, so the fields are read by offset.
        let counts = withUnsafeTemporaryAllocation(
            byteCount: Self.packetsOffset + MemoryLayout<UInt32>.size, alignment: 8
        ) { info -> (UInt64, UInt32, UInt64)? in
            var count = socklen_t(info.count)
            guard
                getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, info.baseAddress, &count) == 0,
                count == info.count
            else { return nil }
            return (
                info.loadUnaligned(fromByteOffset: Self.bytesOffset, as: UInt64.self),
                info.loadUnaligned(fromByteOffset: Self.packetsOffset, as: UInt32.self),
                info.loadUnaligned(fromByteOffset: Self.acknowledgedOffset, as: UInt64.self)
            )
        }
        guard let counts else { return nil }
        bytes = Int64(clamping: counts.0)
        packets = Int64(counts.1)
        acknowledged = Int64(clamping: counts.2)
    }

    /// `tcpi_bytes_acked`, `tcpi_bytes_received` and `tcpi_data_segs_in`
    private static let acknowledgedOffset = 120
    private static let bytesOffset = 128
    private static let packetsOffset = 152
}
