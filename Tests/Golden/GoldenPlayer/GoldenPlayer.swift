/// Passes lines to the engine and prints one answer per line. The same program runs natively and in
/// WebAssembly, and both must produce the answers of a golden file. The first line names the player.
@main
struct GoldenPlayer {
    static func main() {
        var lines = StandardStreams.readAll().split(
            separator: newline, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        let name = lines.isEmpty ? [] : Array(lines.removeFirst())
        guard var player = Player(name) else {
            StandardStreams.write(Array("no player\n".utf8))
            return
        }
        var output = name + [newline]
        for line in lines {
            output += player.answer(to: Array(line)) + [newline]
            if output.count > 1 << 16 {
                StandardStreams.write(output)
                output.removeAll(keepingCapacity: true)
            }
        }
        StandardStreams.write(output)
    }

    private static let newline: UInt8 = 10
}

/// The players, by the names in the first lines of the golden files.
private enum Player {
    case numbers, intervals, forms, keys, editor, bills, sheets
    case room(RoomPlayer)

    init?(_ name: [UInt8]) {
        if name.elementsEqual("numbers".utf8) {
            self = .numbers
        } else if name.elementsEqual("intervals".utf8) {
            self = .intervals
        } else if name.elementsEqual("forms".utf8) {
            self = .forms
        } else if name.elementsEqual("keys".utf8) {
            self = .keys
        } else if name.elementsEqual("editor".utf8) {
            self = .editor
        } else if name.elementsEqual("bills".utf8) {
            self = .bills
        } else if name.elementsEqual("sheets".utf8) {
            self = .sheets
        } else if name.elementsEqual("room".utf8) {
            self = .room(RoomPlayer())
        } else {
            return nil
        }
    }

    mutating func answer(to line: [UInt8]) -> [UInt8] {
        switch self {
        case .numbers: return NumberPlayer.answer(to: line)
        case .intervals: return NumberPlayer.intervals(of: line)
        case .forms: return FormPlayer.answer(to: line)
        case .keys: return KeyPlayer.answer(to: line)
        case .editor: return EditorPlayer.answer(to: line)
        case .bills: return BillPlayer.states(after: line)
        case .sheets: return BillPlayer.sheet(after: line)
        case .room(var player):
            let answer = player.answer(to: line)
            self = .room(player)
            return answer
        }
    }
}

#if arch(wasm32)
    /// The host starts the module by its export `_start`: without a C runtime, nothing else would call `main`.
    @_expose(wasm, "_start")
    @_cdecl("_start")
    public func start() {
        GoldenPlayer.main()
    }
#endif
