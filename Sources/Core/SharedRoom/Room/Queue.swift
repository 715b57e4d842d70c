/// A queue from which both ends can be removed.
///
/// It is frozen and inlinable because other modules use queues of their own types on the path of every key:
/// the compiler can specialize them there, without run-time type metadata.
@frozen
public struct Queue<Element> {
    @usableFromInline var storage: [Element] = []
    /// The index of the first element. The removed elements before it are discarded from time to time, at the latest
    /// with the last element.
    @usableFromInline var start = 0

    @inlinable public init() {}

    @inlinable public var count: Int { storage.count - start }
    @inlinable public var isEmpty: Bool { count == 0 }
    @inlinable public var first: Element? { isEmpty ? nil : storage[start] }
    @inlinable public var last: Element? { isEmpty ? nil : storage[storage.count - 1] }

    @inlinable public subscript(index: Int) -> Element {
        get { storage[start + index] }
        set { storage[start + index] = newValue }
    }

    @inlinable public mutating func append(_ element: Element) {
        storage.append(element)
    }

    @inlinable public mutating func removeFirst() -> Element? {
        guard let first else { return nil }
        start += 1
        if isEmpty || start > 32 && start > storage.count / 2 {
            storage.removeFirst(start)
            start = 0
        }
        return first
    }

    @inlinable public mutating func removeLast() -> Element? {
        isEmpty ? nil : storage.removeLast()
    }
}

extension Queue: Sendable where Element: Sendable {}

extension Queue: Equatable where Element: Equatable {
    public static func == (one: Queue, other: Queue) -> Bool {
        guard one.count == other.count else { return false }
        for index in 0..<one.count where one[index] != other[index] { return false }
        return true
    }
}
