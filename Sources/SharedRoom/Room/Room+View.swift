import CalculatorEngine

extension Room {
    /// What clients without an engine are shown. It is worked out when somebody asks.
    public var view: RoomView {
        let display = calculator.display
        return RoomView(
            keypad: display.keypad, display: display.main.text, expression: display.expression,
            isLocked: isLocked)
    }
}
