import CLibWebSockets
import Glibc

@testable import WebServer

/// A port without a listening server. While it is reserved, the system assigns it to no other socket, at any
/// address of this machine. For tests that start several servers on one port, one after another.
final class ReservedPort {
    let number: UInt16
    private let descriptor: Int32

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var one: Int32 = 1
        let length = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, length)
        let address = try SocketAddress.resolve("0.0.0.0", port: 0)[0]
        guard address.withPointer({ bind(descriptor, $0, $1) }) == 0 else {
            throw TestFailure.noConnection
        }
        self.descriptor = descriptor
        number = SocketAddress(localOf: descriptor).port
    }

    deinit { close(descriptor) }
}
