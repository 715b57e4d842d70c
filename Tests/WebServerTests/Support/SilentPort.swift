import CLibWebSockets
import Glibc

@testable import WebServer

/// A port of this machine at which nobody listens, and that nobody else is given as long as it lives.
/// Whoever asks for it by its number may listen there.
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
