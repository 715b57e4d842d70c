import RoomStore

/// The clock of an event loop: the time of the current tick, and an alarm for the next time at which the loop has work
/// without an event.
final class WakeUps {
    let alarm = Alarm()
    /// The time to which the alarm is set.
    private var alarmTime = Int64.max
    /// The time of the tick in milliseconds, read once because reading the clock takes time.
    private(set) var now: Int64 = 0
    /// The time when the tick began, in nanoseconds; nil between ticks.
    private var tickStart: Int64?
    /// The time when a stopping loop ends, with or without open connections.
    private(set) var stopTime = Int64.max
    /// The duration of ticks in nanoseconds. The next event waits at most this long.
    private(set) var tickTimes = Histogram.times
    /// The delay of alarms in nanoseconds.
    private(set) var lateness = Histogram.times

    var isStopping: Bool { stopTime != .max }

    func stop(after time: Int64) { stopTime = now + time }

    /// Returns false if the tick has begun already.
    func beginTick() -> Bool {
        guard tickStart == nil else { return false }
        let start = MonotonicClock.nanoseconds
        tickStart = start
        now = start / 1_000_000
        return true
    }

    func readClock() { now = MonotonicClock.milliseconds }

    func noteAlarm() {
        lateness.note(max(0, MonotonicClock.nanoseconds - alarmTime * 1_000_000))
        // The alarm fires once. Another deadline at the same time must set it again.
        alarmTime = .max
    }

    /// - Parameter next: The next time at which sessions or HTTP connections have work.
    func endTick(next: Int64) {
        let time = min(next, stopTime)
        if time != alarmTime {
            alarmTime = time
            alarm.set(time)
        }
        if let tickStart { tickTimes.note(MonotonicClock.nanoseconds - tickStart) }
        tickStart = nil
    }
}
