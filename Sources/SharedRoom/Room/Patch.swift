/// What turns one text of bytes into another: all but the middle stays.
struct Patch: Equatable, Sendable {
    let prefix: Int
    let suffix: Int
    let middle: [UInt8]

    /// Of the text that it leads to.
    var count: Int { prefix + middle.count + suffix }

    init(prefix: Int, suffix: Int, middle: [UInt8]) {
        self.prefix = prefix
        self.suffix = suffix
        self.middle = middle
    }

    /// The patch that turns `old` into `new`.
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

    /// Nil when the patch was made for something shorter.
    func applied(to old: [UInt8]) -> [UInt8]? {
        guard prefix >= 0, suffix >= 0, prefix <= old.count, suffix <= old.count - prefix else {
            return nil
        }
        return old[..<prefix] + middle + old[(old.count - suffix)...]
    }
}
