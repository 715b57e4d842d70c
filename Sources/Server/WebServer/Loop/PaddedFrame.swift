import CLibWebSockets

/// A frame with space in front of it, where libwebsockets writes the header.
///
/// A broadcast sends the same array to many sessions in a row, so its bytes are copied once. Reuse is
/// safe: libwebsockets writes the same header for each session, and copies the bytes that a socket does not
/// accept.
package struct PaddedFrame {
    private var frame: [UInt8] = []
    private var padded: [UInt8] = []

    package init() {}

    package mutating func withBytes<Result>(
        of frame: [UInt8], _ body: (UnsafeMutablePointer<UInt8>, Int) -> Result
    ) -> Result {
        if !isSame(frame) {
            self.frame = frame
            padded.removeAll(keepingCapacity: padded.capacity < capacityKeptMax)
            padded.append(contentsOf: repeatElement(0, count: websocket_frame_padding))
            padded.append(contentsOf: frame)
        }
        return padded.withUnsafeMutableBufferPointer { bytes in
            // The buffer is never empty, because it contains the padding.
            body(bytes.baseAddress.unsafelyUnwrapped + websocket_frame_padding, frame.count)
        }
    }

    /// True if both arrays share their memory. It cannot have changed, because `frame` retains it.
    private func isSame(_ other: [UInt8]) -> Bool {
        frame.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer {
                one.baseAddress == $0.baseAddress && one.count == $0.count
            }
        } && !frame.isEmpty
    }

    /// Larger buffers, used for snapshots of big rooms, are released.
    private let capacityKeptMax = 65_536
}
