import RunningPrograms
import SeededNumbers
import Testing

@testable import SharedRoom

// Frames from attackers or faulty programs.

@Test func `a megabyte of brackets is rejected because of its size or depth`() {
    let frames = ["[", "{\"a\":", "[{\"a\":"].map {
        "{\"a\":".bytes + String(repeating: $0, count: 1 << 20).bytes
    }
    for frame in frames {
        #expect(throws: CodecError(.tooLong(bytesMax: 4096))) {
            try ClientMessage.decode(frame)
        }
        #expect(throws: CodecError(.tooDeep)) { try ServerMessage.decode(frame) }
    }
}

@Test func `random bytes do not crash the decoder`() {
    var random = SplitMix(seed: 6)
    for _ in 0..<Effort.count(10_000, full: 500_000) {
        read(random.list(upTo: 40) { UInt8(truncatingIfNeeded: $0.next()) })
        read("{\"n\":1,\"".bytes + random.list(upTo: 30) { $0.element(of: jsonBytes) })
    }
}

private let jsonBytes = #"{}[]:,"\u09afn-.eE+ truefalsn press"#.bytes

@Test func `a mutated frame does not crash the decoder`() {
    var random = SplitMix(seed: 7)
    for _ in 0..<Effort.count(10_000, full: 500_000) {
        var frame = random.bool() ? random.clientMessage().encoded : random.serverMessage().encoded
        for _ in 0...random.next(below: 3) { random.mutate(&frame) }
        read(frame)
    }
}

private func read(_ frame: [UInt8]) {
    _ = try? ClientMessage.decode(frame)
    _ = try? ServerMessage.decode(frame)
    _ = try? Event.decode(line: frame)
}

extension SplitMix {
    fileprivate mutating func mutate(_ frame: inout [UInt8]) {
        guard !frame.isEmpty else { return }
        let place = next(below: frame.count)
        switch next(below: 5) {
        case 0: frame[place] = UInt8(truncatingIfNeeded: next())
        case 1: frame[place] = element(of: jsonBytes)
        case 2: frame.remove(at: place)
        case 3: frame.insert(element(of: jsonBytes), at: place)
        default: frame.removeSubrange(place...)
        }
    }
}
