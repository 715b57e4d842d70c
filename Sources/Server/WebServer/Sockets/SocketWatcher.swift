import CEpoll
import Glibc

/// Watches many sockets with `epoll`. Its descriptor is readable when a socket is ready. libwebsockets watches
/// this descriptor and closes it.
final class SocketWatcher {
    let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    /// The number and the interest of each watched socket. Comparing with it saves a system call if nothing changes.
    private var watched: [Int32: (number: UInt64, interest: Interest)] = [:]
    /// The numbers of ready sockets that have not had their turn.
    private var ready: ArraySlice<UInt64> = []

    /// The events to watch for. A closed connection is always reported.
    struct Interest: OptionSet {
        let rawValue: UInt32
        static let reading = Interest(rawValue: EPOLLIN.rawValue)
        static let writing = Interest(rawValue: EPOLLOUT.rawValue)
    }

    func watch(_ socket: Int32, for interest: Interest, as number: UInt64) {
        if let known = watched[socket], known == (number, interest) { return }
        watched[socket] = (number, interest)
        var event = epoll_event()
        event.events = interest.rawValue
        event.data.u64 = number
        if epoll_ctl(descriptor, EPOLL_CTL_MOD, socket, &event) != 0 {
            epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event)
        }
    }

    func unwatch(_ socket: Int32) {
        guard watched.removeValue(forKey: socket) != nil else { return }
        epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil)
    }

    /// Looks for ready sockets, unless some that it found earlier have not had their turn. Therefore all sockets take
    /// turns.
    func findReady() {
        guard ready.isEmpty else { return }
        ready = withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.countMax) {
            events in
            guard let first = events.baseAddress else { return [] }
            let count = epoll_wait(descriptor, first, Int32(events.count), 0)
            return events.prefix(max(0, Int(count))).map(\.data.u64)[...]
        }
    }

    /// The number of the next ready socket; nil after the last one that `findReady` found.
    func nextReady() -> UInt64? { ready.popFirst() }

    private static let countMax = 256
}
