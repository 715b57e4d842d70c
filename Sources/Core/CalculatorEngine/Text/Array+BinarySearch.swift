extension Array {
    /// The first index whose element does not satisfy `isBefore`, by binary search. All elements that
    /// satisfy it must come first.
    @inlinable
    public func lowerBound(where isBefore: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
