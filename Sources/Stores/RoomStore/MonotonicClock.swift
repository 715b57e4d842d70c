import Glibc

/// The system's monotonic clock, for timeouts and measurements.
package enum MonotonicClock {
    package static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    package static var microseconds: Int64 { nanoseconds / 1_000 }
    package static var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
