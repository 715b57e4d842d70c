import Foundation

/// The numbers of repetitions in tests.
///
/// The usual counts suit a check after every change. `CALCROOM_FULL=1` selects the full counts and enables
/// the benchmarks.
public enum Effort {
    static let variable = "CALCROOM_FULL"

    public static let isFull = ProcessInfo.processInfo.environment[variable] == "1"

    public static func count(_ usual: Int, full: Int) -> Int { isFull ? full : usual }
}
