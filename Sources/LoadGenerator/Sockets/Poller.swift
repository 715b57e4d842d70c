import CEpoll
import Glibc

/// Waits for many sockets at once.
struct Poller: ~Copyable {
    private let descriptor = epoll_create1(0)
    private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: eventsMax)
    private static let eventsMax = 512

    deinit {
        events.deallocate()
        close(descriptor)
    }

    /// Tells when the socket is connected, with this number.
    func addCalling(_ socket: Int32, _ number: Int) { set(EPOLL_CTL_ADD, socket, EPOLLOUT, number) }

    /// From here on tells when there is something to read.
    func expectReading(_ socket: Int32, _ number: Int) {
        set(EPOLL_CTL_MOD, socket, EPOLLIN, number)
    }

    /// Waits until there is something to say of a socket, and tells of how many there is.
    func wait(milliseconds: Int32) -> Int {
        max(0, Int(epoll_wait(descriptor, events, Int32(Self.eventsMax), milliseconds)))
    }

    /// The number of such a socket.
    subscript(index: Int) -> Int { Int(events[index].data.u64) }

    private func set(_ order: Int32, _ socket: Int32, _ kind: EPOLL_EVENTS, _ number: Int) {
        var event = epoll_event()
        event.events = kind.rawValue
        event.data.u64 = UInt64(number)
        epoll_ctl(descriptor, order, socket, &event)
    }
}
