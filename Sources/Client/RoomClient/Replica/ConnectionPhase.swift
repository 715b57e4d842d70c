import SharedRoom

/// The phase of the connection to the server. The page sees a `ConnectionState`.
enum ConnectionPhase: Equatable {
    /// The page opens a socket at this time.
    case away(until: Int64)
    /// The client sent its join at this time.
    case joining(since: Int64)
    case joined(ClientSession)
    case ended(CloseReason)
}

/// A connection with a welcome: the client may send actions.
struct ClientSession: Equatable {
    /// The number of pending actions, from the first, that were sent on this connection. A new connection begins
    /// at 0 and resends the actions that an earlier one sent.
    var sentCount = 0
    /// The time of the last heartbeat or of the welcome.
    var lastAliveSent: Int64
    /// The number of the heartbeat that the server has not answered.
    var awaitedAlive: Int64?
    /// True if the answer is late.
    var isDoubtful = false
    /// Set while an action that was sent is undecided.
    var wait: Wait?
    /// True if nothing was decided for long during the wait.
    var isStalled = false
    /// Set after a refusal: sending pauses until a time, and then restarts from an action number.
    var hold: Hold?
    /// True after a hash mismatch, until the repair snapshot arrives.
    var isDamaged = false

    /// A wait for the decision after `lastDecided`.
    struct Wait: Equatable {
        let lastDecided: Int64
        let start: Int64
    }

    struct Hold: Equatable {
        var until: Int64
        var first: Int64
    }

    init(at now: Int64) {
        lastAliveSent = now
    }

    /// Adjusts to the removal of the first pending actions.
    mutating func removeFirst(_ count: Int) {
        sentCount = max(0, sentCount - count)
    }

    /// The time of the next timeout.
    var nextDeadline: Int64 {
        let aliveDue: Int64
        if awaitedAlive == nil {
            aliveDue = lastAliveSent + ClientLimits.alivePeriod
        } else {
            let patience = isDoubtful ? ClientLimits.answerTime : ClientLimits.doubtTime
            aliveDue = lastAliveSent + patience
        }
        let stallDue = isStalled ? nil : wait.map { $0.start + ClientLimits.answerTime }
        return min(aliveDue, hold?.until ?? aliveDue, stallDue ?? aliveDue)
    }
}
