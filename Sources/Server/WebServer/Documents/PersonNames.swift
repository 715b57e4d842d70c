import Foundation
import SharedRoom

/// The names of people in documents for people. No two people have the same name: as on the page, the second Ada is
/// `Ada (2)`.
///
/// The participants of the room are named first, so that they have the names of the page. People who left are named in the
/// order in which the document mentions them.
///
/// This is a class so that all parts of a document share the names.
public final class PersonNames {
    private var names: [UInt32: String] = [:]
    /// The number of people of each name, without regard to case and width.
    private var counts: [String: Int] = [:]
    private var used: Set<String> = []

    public init(of room: Room) {
        for person in room.people.all { add(person.number, person.name.bytes) }
        for guest in room.bills.guests + room.bills.departed {
            add(guest.number, guest.name.bytes)
        }
    }

    /// The name of a person. `name` is needed only for people who left and are not in a bill.
    public func name(of number: UInt32, _ name: [UInt8] = []) -> String {
        number == 0 ? Self.anonymous : names[number] ?? add(number, name)
    }

    /// The author of an answer that was shown without its author.
    static let anonymous = "Anonymous"

    @discardableResult
    private func add(_ number: UInt32, _ name: [UInt8]) -> String {
        let plain = name.isEmpty ? "Person \(number)" : String(decoding: name, as: UTF8.self)
        var (marked, count) = (plain, counts[Self.sound(plain), default: 0])
        repeat {
            count += 1
            if count > 1 { marked = "\(plain) (\(count))" }
        } while !used.insert(Self.sound(marked)).inserted
        counts[Self.sound(plain)] = count
        names[number] = marked
        return marked
    }

    /// Names with the same result look or sound equal to people.
    private static func sound(_ name: String) -> String {
        name.precomposedStringWithCompatibilityMapping.lowercased()
    }
}
