import Foundation

/// How many repetitions tests make.
///
/// The usual counts are for a check after every change. `CALCROOM_FULL=1` asks for the full counts, and for
/// the benchmarks, which are disabled otherwise.
public enum Effort {
    static let variable = "CALCROOM_FULL"

    public static let isFull = ProcessInfo.processInfo.environment[variable] == "1"

    public static func count(_ usual: Int, full: Int) -> Int { isFull ? full : usual }
}
