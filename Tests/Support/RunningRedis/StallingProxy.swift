import Foundation
import Glibc

/// A TCP proxy to a port of this machine. It can hold data back and deliver it later, like a network failure
/// that neither side notices.
public final class StallingProxy: @unchecked Sendable {
    public let port: UInt16
    private var target: UInt16
    private let listener: Int32
    private let lock = NSLock()
    private var last = 0
    /// Connections that currently deliver nothing.
    private var held: Set<Int> = []
    private var cutDirections: Set<Direction> = []
    /// The open connections, and their sockets to the clients.
    private var open: [Int: Int32] = [:]
    private var isEnded = false

    public init(to target: UInt16) {
        self.target = target
        let descriptor = Loopback.socket()
        Loopback.with(port: 0) { _ = bind(descriptor, $0, $1) }
        listen(descriptor, 64)
        listener = descriptor
        port = Loopback.port(of: descriptor)
        Thread.detachNewThread { [self] in accept() }
    }

    /// Holds the data of all current connections. New connections are not affected.
    public func hold() {
        lock.withLock { held = Set(open.keys) }
    }

    public enum Direction: Sendable {
        case toServer, toClient
    }

    /// Holds the data of all current and new connections in these directions.
    public func cut(_ directions: Set<Direction> = [.toServer, .toClient]) {
        lock.withLock { cutDirections = directions }
    }

    /// Delivers the held data.
    public func release() {
        lock.withLock { (held, cutDirections) = ([], []) }
    }

    /// Sends bytes to the clients of all current connections, as if they came from the server.
    public func inject(_ bytes: [UInt8]) {
        lock.withLock {
            for client in open.values { send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    /// Leads new connections to another port, like a name that gets another address.
    public func lead(to port: UInt16) {
        lock.withLock { target = port }
    }

    /// The number of open connections.
    public var count: Int { lock.withLock { open.count } }

    public func end() {
        lock.withLock { isEnded = true }
        shutdown(listener, Int32(SHUT_RDWR))
        release()
    }

    private func accept() {
        while true {
            let caller = Glibc.accept(listener, nil, nil)
            guard caller >= 0 else { break }
            let callee = Loopback.socket()
            guard Loopback.with(port: lock.withLock({ target }), { connect(callee, $0, $1) }) == 0
            else {
                close(caller)
                close(callee)
                continue
            }
            let number = lock.withLock {
                last += 1
                open[last] = caller
                return last
            }
            let both = DispatchGroup()
            for (from, to, direction) in [
                (caller, callee, Direction.toServer), (callee, caller, .toClient),
            ] {
                both.enter()
                Thread.detachNewThread { [self] in
                    forward(from, to, direction, number)
                    both.leave()
                }
            }
            both.notify(queue: .global()) { [self] in
                _ = lock.withLock { open.removeValue(forKey: number) }
                close(caller)
                close(callee)
            }
        }
        close(listener)
    }

    private func forward(
        _ from: Int32, _ to: Int32, _ direction: Direction, _ number: Int
    ) {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            var entry = pollfd(fd: from, events: Int16(POLLIN), revents: 0)
            let isReady = poll(&entry, 1, 5) > 0
            let (isHeld, isOver) = lock.withLock {
                (cutDirections.contains(direction) || held.contains(number), isEnded)
            }
            if isOver { break }
            guard !isHeld else {
                usleep(1_000)
                continue
            }
            guard isReady else { continue }
            let count = recv(from, &bytes, bytes.count, 0)
            guard count > 0, send(to, bytes, count, Int32(MSG_NOSIGNAL)) == count else { break }
        }
        shutdown(to, Int32(SHUT_WR))
    }
}

/// Sockets on the loopback interface.
enum Loopback {
    /// A port that the system assigns to no other socket, even while no server listens on it.
    final class Reservation {
        private let descriptor: Int32
        let port: UInt16

        init() {
            let descriptor = Loopback.socket()
            var one: Int32 = 1
            let length = socklen_t(MemoryLayout<Int32>.size)
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, length)
            Loopback.with(port: 0) { _ = bind(descriptor, $0, $1) }
            port = Loopback.port(of: descriptor)
            self.descriptor = descriptor
        }

        deinit { close(descriptor) }
    }

    static func socket() -> Int32 {
        Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    static func with<Result>(
        port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
