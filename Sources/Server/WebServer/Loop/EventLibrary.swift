import CLibWebSockets
import Glibc

/// The way an event loop waits for sockets.
///
/// libwebsockets itself uses `poll` and visits all sockets at each wake-up. libev uses `epoll`, which reports
/// only the ready sockets. The server uses libev if it and the plugin of libwebsockets are installed. It
/// is loaded at run time, so building does not require it.
enum EventLibrary {
    case poll
    case libev(LibEv)

    var name: String {
        switch self {
        case .poll: "poll"
        case .libev: "libev"
        }
    }

    /// Waits for an event, and lets libwebsockets process all events that are ready.
    func wait(_ context: OpaquePointer) {
        switch self {
        case .poll: lws_service(context, 0)
        case .libev(let library): library.wait()
        }
    }

    /// Processes the events that are ready, without waiting.
    func processReady(_ context: OpaquePointer) {
        switch self {
        case .poll: lws_service(context, -1)
        case .libev(let library): library.processReady()
        }
    }

    func destroy() {
        switch self {
        case .poll: break
        case .libev(let library): library.destroy()
        }
    }
}

/// A loop of libev, with functions that are loaded at run time.
struct LibEv {
    typealias MakeLoop = @convention(c) (UInt32) -> UnsafeMutableRawPointer?
    typealias RunLoop = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
    typealias DestroyLoop = @convention(c) (UnsafeMutableRawPointer) -> Void

    let loop: UnsafeMutableRawPointer
    private let run: RunLoop
    private let destroyLoop: DestroyLoop

    init?() {
        guard let library = dlopen("libev.so.4", RTLD_NOW),
            let makeLoop = dlsym(library, "ev_loop_new"), let runLoop = dlsym(library, "ev_run"),
            let destroyLoop = dlsym(library, "ev_loop_destroy")
        else { return nil }
        run = unsafeBitCast(runLoop, to: RunLoop.self)
        self.destroyLoop = unsafeBitCast(destroyLoop, to: DestroyLoop.self)
        guard let loop = unsafeBitCast(makeLoop, to: MakeLoop.self)(Self.epoll) else { return nil }
        self.loop = loop
    }

    func wait() {
        _ = run(loop, Self.once)
    }

    func processReady() {
        _ = run(loop, Self.withoutWaiting)
    }

    func destroy() {
        destroyLoop(loop)
    }

    /// `EVBACKEND_EPOLL`, `EVRUN_ONCE` and `EVRUN_NOWAIT`
    private static let epoll: UInt32 = 4
    private static let once: Int32 = 2
    private static let withoutWaiting: Int32 = 1
}
