import Glibc

/// Time that never goes back and says nothing of the day, for waits and limits.
package enum MonotonicClock {
    package static var microseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    package static var milliseconds: Int64 { microseconds / 1_000 }
}
