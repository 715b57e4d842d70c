import CEpoll
import Glibc

/// Watches many sockets with `epoll`. Its descriptor is readable when a socket is ready. libwebsockets watches
/// this descriptor and closes it.
final class SocketWatcher {
    let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))

    /// The events to watch for. A closed connection is always reported.
    struct Interest: OptionSet {
        let rawValue: UInt32
        static let reading = Interest(rawValue: EPOLLIN.rawValue)
        static let writing = Interest(rawValue: EPOLLOUT.rawValue)
    }

    func watch(_ socket: Int32, for interest: Interest, as number: UInt64) {
        var event = epoll_event()
        event.events = interest.rawValue
        event.data.u64 = number
        if epoll_ctl(descriptor, EPOLL_CTL_MOD, socket, &event) != 0 {
            epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event)
        }
    }

    func unwatch(_ socket: Int32) {
        epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil)
    }

    /// The numbers of the sockets that are ready, up to a limit. The next call returns the rest.
    func ready() -> [UInt64] {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.countMax) { events in
            guard let first = events.baseAddress else { return [] }
            let count = epoll_wait(descriptor, first, Int32(events.count), 0)
            return events.prefix(max(0, Int(count))).map(\.data.u64)
        }
    }

    private static let countMax = 256
}
