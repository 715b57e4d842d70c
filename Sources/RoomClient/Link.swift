import SharedRoom

/// Where the connection stands.
enum Link: Equatable {
    /// The page was told to open a socket, or is about to be, at this time.
    case away(until: Int64)
    /// The join was sent at this time.
    case joining(since: Int64)
    case joined(Session)
    case ended(CloseReason)
}

/// A connection on which this client was welcomed.
struct Session: Equatable {
    /// How many of the pending actions, from the first, went out on this connection.
    var cursor = 0
    /// When the last sign of life was asked for, or the welcome came.
    var asked: Int64
    /// The number of the question that waits for its answer.
    var question: Int64?
    /// Whether the answer has been missing for a while.
    var isDoubtful = false
    /// Until when nothing is sent, since something was refused, and from which number on it all
    /// comes again then.
    var hold: Hold?
    /// Whether a hash did not agree; a snapshot is on its way.
    var isDamaged = false

    struct Hold: Equatable {
        var until: Int64
        var first: Int64
    }

    init(at now: Int64) {
        asked = now
    }

    /// The first pending actions are pending no longer.
    mutating func forget(_ count: Int) {
        cursor = max(0, cursor - count)
    }

    /// When something is due next.
    var wake: Int64 {
        let life: Int64
        if question == nil {
            life = asked + ClientLimits.alivePeriod
        } else {
            life = asked + (isDoubtful ? ClientLimits.answerTime : ClientLimits.doubtTime)
        }
        return min(life, hold?.until ?? life)
    }
}
