import CLibWebSockets
import Glibc

/// A timer with a descriptor that becomes readable at the set time, so that a loop which waits for descriptors
/// also waits for the time.
package struct Alarm {
    package let descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))

    package init() {}

    /// Replaces the time at which the alarm fires, once. It is in milliseconds of `MonotonicClock`.
    package func set(_ time: Int64) {
        // Zero disarms the timer.
        let time = time == .max ? 0 : max(1, time)
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(time / 1_000)
        setting.it_value.tv_nsec = Int(time % 1_000 * 1_000_000)
        timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
