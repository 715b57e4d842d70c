import CEpoll
import Glibc

/// Watches many sockets. Its own descriptor is readable when one of them is ready; libwebsockets watches that, and
/// closes it in the end.
final class SocketWatcher {
    let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))

    /// What a socket may be watched for. That it was closed is always told.
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

    func forget(_ socket: Int32) {
        epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil)
    }

    /// The numbers of the sockets that are ready. Those that do not fit are told of the next time.
    func ready() -> [UInt64] {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.countMax) { events in
            guard let first = events.baseAddress else { return [] }
            let count = epoll_wait(descriptor, first, Int32(events.count), 0)
            return events.prefix(max(0, Int(count))).map(\.data.u64)
        }
    }

    private static let countMax = 256
}
