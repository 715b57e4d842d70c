import CLibWebSockets
import Glibc

/// What waits for sockets. libwebsockets' own way walks all of them at each wake-up; libev is told by
/// the system which of them it is, and is taken where it and its plugin are installed. It is looked
/// for at run time, so that nobody needs it to build.
enum EventLibrary {
    case poll
    case libev(LibEv)

    var name: String {
        switch self {
        case .poll: "poll"
        case .libev: "libev"
        }
    }

    /// Waits until something happens, and has libwebsockets deal with it.
    func wait(_ context: OpaquePointer) {
        switch self {
        case .poll: lws_service(context, 0)
        case .libev(let library): library.wait()
        }
    }

    /// Deals with what has happened already.
    func look(_ context: OpaquePointer) {
        switch self {
        case .poll: lws_service(context, -1)
        case .libev(let library): library.look()
        }
    }

    func destroy() {
        switch self {
        case .poll: break
        case .libev(let library): library.destroy()
        }
    }
}

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

    func look() {
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
