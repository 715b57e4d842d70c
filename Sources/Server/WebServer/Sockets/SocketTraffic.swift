import CLibWebSockets
import Glibc

/// The traffic of a TCP socket, as the kernel counts it.
struct SocketTraffic {
    /// The received bytes.
    let bytes: Int64
    /// The received packets.
    let packets: Int64
    /// The sent bytes that the peer has received.
    let acknowledged: Int64

    /// Reads the counters of a socket; nil if the descriptor is not a TCP socket.
    init?(of descriptor: Int32) {
        // Glibc declares only the beginning of Linux's struct tcp_info, so it is read as words: tcpi_bytes_acked at
        // offset 120, tcpi_bytes_received at 128 and the 32 bits of tcpi_data_segs_in at 152.
        var info = [UInt64](repeating: 0, count: 20)
        var size = socklen_t(info.count * 8)
        guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0, size >= 156
        else { return nil }
        acknowledged = Int64(clamping: info[15])
        bytes = Int64(clamping: info[16])
        packets = Int64(UInt32(truncatingIfNeeded: info[19]))
    }
}
