import CLibWebSockets
import Glibc

/// A clock that becomes readable when its time has come. Both kinds of loop wait for descriptors, so
/// one mechanism serves both.
struct Alarm {
    let descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))

    /// Rings once, at this time in place of any before, in milliseconds of `MonotonicClock`.
    func set(_ time: Int64) {
        // All zeros mean never.
        let time = time == .max ? 0 : max(1, time)
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(time / 1_000)
        setting.it_value.tv_nsec = Int(time % 1_000 * 1_000_000)
        timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
