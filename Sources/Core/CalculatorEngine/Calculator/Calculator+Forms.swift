import ExactNumbers

/// The forms of the number shown.
extension Calculator {
    /// The forms that the key `form` switches between, in this order, beginning after the decimal.
    private static let switchedForms: [NumberForm] = [.fraction, .mixed, .recurring, .multipleOfPi]

    /// The form that is shown instead of the decimal.
    func formShown(for number: NumberOnDisplay) -> Display.Form? {
        guard form != .decimal, let text = resultShown(number)?.text(as: form) else { return nil }
        return Display.Form(kind: form, text: text.bytes)
    }

    /// The number on the display in every form that it has, in the order of the cases.
    public var forms: [(kind: NumberForm, text: NumberText)] {
        guard let number = exactNumber else { return [] }
        return NumberForm.allCases.compactMap { form in
            number.text(as: form).map { (form, $0) }
        }
    }

    /// Shows the result in its next form; after the last form comes the decimal.
    mutating func switchForm() -> Notice? {
        guard keypad.policies.switchesForms, let result = resultShown(numberOnDisplay) else {
            return .noOtherForm
        }
        var next = NumberForm.decimal
        for candidate in Self.switchedForms.reversed() {
            if candidate == form { break }
            if result.text(as: candidate) != nil { next = candidate }
        }
        if next == form { return .noOtherForm }
        form = next
        return nil
    }

    /// True if the key `form` can lead to the form that is set.
    var isFormValid: Bool {
        if form == .decimal { return true }
        return Self.switchedForms.contains(form) && keypad.policies.switchesForms
            && formShown(for: numberOnDisplay) != nil
    }

    /// The number shown, if nobody is typing it and more keys do not change it.
    private func resultShown(_ number: NumberOnDisplay) -> Number? {
        guard !isLive, case .computed(let number) = number else { return nil }
        return number
    }

    private var exactNumber: Number? {
        switch numberOnDisplay {
        case .computed(let number):
            return number
        case .error:
            return nil
        case .typed(let entry):
            var work = Work(limit: EngineLimits.stepsMax)
            return try? entry.number(&work)
        }
    }
}
