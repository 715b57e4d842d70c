import CalculatorEngine
import ExactNumbers
import SharedRoom

extension ReplicaView {
    /// The number on the display in every form; empty for an error, and if only the server knows the room's
    /// rules.
    func writeForms(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.beginList("forms")
        let forms = serverView == nil ? calculator.forms : []
        for (kind, text) in forms {
            writer.beginObject()
            writer.member("kind", kind.name)
            writer.member("text", text.bytes)
            writer.member("exact", text.isExact)
            writer.endObject()
        }
        writer.endList()
        writer.endObject()
    }
}
