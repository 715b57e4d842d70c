/// The device's clock, which may be set back at any time.
extension Replica {
    /// Returns the time of a call, and must be the first step of every call. This time never goes back: if the clock
    /// was set back, `clockSetback` is added to its reading, so timeouts keep their remaining duration.
    func advanceClock(to reading: Int64) -> Int64 {
        // The page opens the first connection without calling the replica.
        if lastCallTime == nil, case .away = connection { connection = .away(until: reading) }
        let now = max(reading + clockSetback, lastCallTime ?? reading)
        clockSetback = now - reading
        lastCallTime = now
        return now
    }

    /// The reading of the device's clock at a time of the replica.
    func reading(at time: Int64) -> Int64 { time - clockSetback }
}
