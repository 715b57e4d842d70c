import CQREncode

extension RoomDocuments {
    /// A QR code of the address as SVG; nil if the address is too long.
    public static func qrCode(of address: String) -> [UInt8]? {
        guard let code = QRCode(address) else { return nil }
        let size = code.width + 2 * quietZone
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) \(size)" role="img" \
            shape-rendering="crispEdges"><title>\(escaped(address))</title>\
            <rect width="\(size)" height="\(size)" fill="#fff"/><path d="\(path(of: code))"/></svg>

            """
        return Array(svg.utf8)
    }

    /// The width of the margin in modules, as the standard requires.
    private static let quietZone = 4

    /// An SVG path with a rectangle for each run of dark modules in a row: `M4 4h7v1h-7z`
    private static func path(of code: QRCode) -> String {
        var path = ""
        for row in 0..<code.width {
            var column = 0
            while column < code.width {
                let run = (column..<code.width).prefix { code.isDark(row: row, column: $0) }.count
                if run > 0 {
                    path += "M\(column + quietZone) \(row + quietZone)h\(run)v1h-\(run)z"
                }
                column += max(run, 1)
            }
        }
        return path
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}

/// The modules of a QR code, computed by libqrencode.
struct QRCode {
    let width: Int
    private let modules: [UInt8]

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty,
            let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { QRcode_free(code) }
        width = Int(code.pointee.width)
        modules = Array(UnsafeBufferPointer(start: code.pointee.data, count: width * width))
    }

    func isDark(row: Int, column: Int) -> Bool {
        modules[row * width + column] & 1 == 1
    }
}
