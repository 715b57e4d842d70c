import CalculatorEngine

/// The texts of the arguments as numbers.
extension BillArguments {
    func list(_ option: CommandOption) -> [String] {
        arguments[option].map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        } ?? []
    }

    func amount(_ text: String, of place: String) throws(CommandError) -> Int64 {
        do throws(BillError) {
            return try bill.unit.amount(text.utf8)
        } catch {
            throw .usage("\(place) \(text): \(error.explanation(in: bill.unit))")
        }
    }

    func percentage(_ text: String) throws(CommandError) -> BillTip {
        do throws(BillError) {
            return try BillTip(text.utf8)
        } catch .notANumber {
            throw .usage("--tip \(text): not a number; percent are written like 20 or 12.5.")
        } catch .tooManyDecimals(let most) {
            throw .usage("--tip \(text): more than \(most) decimals.")
        } catch {
            throw .usage("--tip \(text): \(error.explanation(in: bill.unit))")
        }
    }

    static func wholeNumber(_ text: some StringProtocol) -> Int64? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int64(text) : nil
    }
}
