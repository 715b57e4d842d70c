import CLibWebSockets
import Glibc

@testable import WebServer

/// A port at which no server listens, and that the system gives to no socket by itself. A test that starts
/// one server after another on a port holds it with this.
final class SilentPort {
    let number: UInt16
    private let descriptor: Int32

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var one: Int32 = 1
        let length = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, length)
        let address = try SocketAddress.resolve("127.0.0.1", port: 0)[0]
        guard address.withPointer({ bind(descriptor, $0, $1) }) == 0 else {
            throw TestFailure.noConnection
        }
        self.descriptor = descriptor
        number = SocketAddress(ofOwn: descriptor).port
    }

    deinit { close(descriptor) }
}
