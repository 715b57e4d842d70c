/// A difference between two byte sequences that share a prefix and a suffix.
struct Patch: Equatable, Sendable {
    let prefix: Int
    let suffix: Int
    let middle: [UInt8]

    /// The length of the result.
    var count: Int { prefix + middle.count + suffix }

    init(prefix: Int, suffix: Int, middle: [UInt8]) {
        self.prefix = prefix
        self.suffix = suffix
        self.middle = middle
    }

    /// Computes the patch that turns `old` into `new`.
    init(from old: [UInt8], to new: [UInt8]) {
        let shorter = min(old.count, new.count)
        var prefix = 0
        while prefix < shorter && old[prefix] == new[prefix] { prefix += 1 }
        var suffix = 0
        while suffix < shorter - prefix
            && old[old.count - 1 - suffix] == new[new.count - 1 - suffix]
        { suffix += 1 }
        self.init(
            prefix: prefix, suffix: suffix, middle: Array(new[prefix..<(new.count - suffix)]))
    }

    /// Nil if `old` is shorter than the patch requires.
    func applied(to old: [UInt8]) -> [UInt8]? {
        guard prefix >= 0, suffix >= 0, prefix <= old.count, suffix <= old.count - prefix else {
            return nil
        }
        return old[..<prefix] + middle + old[(old.count - suffix)...]
    }
}
