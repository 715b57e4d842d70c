import CalculatorEngine
import ExactNumbers
extension Calculator {
    func write(to writer: inout ByteWriter) {
        writer.append(display.main.text); writer.append(display.expression); writer.append(0)
    }
    init(from reader: inout ByteReader) throws(FormError) { throw .invalid }
    mutating func forgetNotice() {}
}
extension Calculation {
    func write(to writer: inout ByteWriter) { writer.append(expression) }
    init(from reader: inout ByteReader) throws(FormError) { throw .invalid }
}
extension Bill {
    func write(to writer: inout ByteWriter) { writer.append(number: UInt64(people.count)) }
    init(from reader: inout ByteReader) throws(FormError) { throw .invalid }
}
