extension Array {
    /// The first place of which this is no longer true, found by halving: what it is true of stands
    /// in front.
    @inlinable
    public func firstPlace(_ isBefore: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
