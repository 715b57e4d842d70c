import CEpoll
import Glibc

/// Waits for many sockets with epoll.
struct Poller: ~Copyable {
    private let descriptor = epoll_create1(0)
    private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: eventsMax)
    private static let eventsMax = 512

    deinit {
        events.deallocate()
        close(descriptor)
    }

    /// Adds a socket that is connecting, identified by this number.
    func addConnecting(_ socket: Int32, _ number: Int) {
        set(EPOLL_CTL_ADD, socket, EPOLLOUT, number)
    }

    /// Waits for data to read from now on.
    func expectReading(_ socket: Int32, _ number: Int) {
        set(EPOLL_CTL_MOD, socket, EPOLLIN, number)
    }

    /// Waits for events and returns the number of sockets with events.
    func wait(milliseconds: Int32) -> Int {
        max(0, Int(epoll_wait(descriptor, events, Int32(Self.eventsMax), milliseconds)))
    }

    /// The number of a socket with an event.
    subscript(index: Int) -> Int { Int(events[index].data.u64) }

    private func set(_ operation: Int32, _ socket: Int32, _ kind: EPOLL_EVENTS, _ number: Int) {
        var event = epoll_event()
        event.events = kind.rawValue
        event.data.u64 = UInt64(number)
        epoll_ctl(descriptor, operation, socket, &event)
    }
}
