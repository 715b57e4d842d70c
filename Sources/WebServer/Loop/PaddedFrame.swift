import CLibWebSockets

/// A frame with room in front of it, where libwebsockets writes the header. Many sessions are sent
/// the same bytes one after the other, and these are copied once for all of them: libwebsockets
/// writes the same header for each, and what a socket does not take it copies.
struct PaddedFrame {
    private var frame: [UInt8] = []
    private var padded: [UInt8] = []

    mutating func withBytes<Result>(
        of frame: [UInt8], _ body: (UnsafeMutablePointer<UInt8>, Int) -> Result
    ) -> Result {
        if !isSame(frame) {
            self.frame = frame
            padded.removeAll(keepingCapacity: padded.capacity < capacityKeptMax)
            padded.append(contentsOf: repeatElement(0, count: websocket_frame_padding))
            padded.append(contentsOf: frame)
        }
        return padded.withUnsafeMutableBufferPointer { bytes in
            // The padding is always there.
            body(bytes.baseAddress.unsafelyUnwrapped + websocket_frame_padding, frame.count)
        }
    }

    /// Whether it is the very same array, which cannot have changed as it is held here.
    private func isSame(_ other: [UInt8]) -> Bool {
        frame.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer {
                one.baseAddress == $0.baseAddress && one.count == $0.count
            }
        } && !frame.isEmpty
    }

    /// A snapshot of a big room is no reason to keep its memory.
    private let capacityKeptMax = 65_536
}
