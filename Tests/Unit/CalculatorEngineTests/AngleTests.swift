import Testing

@testable import CalculatorEngine

@Test(arguments: Keypad.allCases)
func `deg and rad set the angle unit`(keypad: Keypad) {
    #expect(typed(keypad, "").display.angleUnit == .degrees)
    #expect(typed(keypad, "rad").display.angleUnit == .radians)
    #expect(typed(keypad, "rad AC").display.angleUnit == .radians)
    #expect(typed(keypad, "rad deg").display.angleUnit == .degrees)
    #expect(shown(keypad, "1 2 rad 3") == "123")
}

@Test func `Inv swaps functions and their inverses`() {
    let pairs: [(Function, Function)] = [
        (.sine, .inverseSine), (.cosine, .inverseCosine), (.tangent, .inverseTangent),
        (.naturalLogarithm, .exponential), (.commonLogarithm, .powerOfTen),
    ]
    for (function, inverse) in pairs {
        #expect(function.inverse == inverse)
        #expect(inverse.inverse == function)
        let face = KeypadLayout.Face.key(.function(function))
        #expect(face.key(isInverse: true, angleUnit: .degrees) == .function(inverse))
        #expect(face.key(isInverse: false, angleUnit: .degrees) == .function(function))
    }
    let faces = Keypad.scientific.layout.landscapeRows.joined().map(\.face)
    #expect(faces.contains(.local(.inverse)))
    #expect(KeypadLayout.Face.local(.inverse).key(isInverse: true, angleUnit: .degrees) == nil)
    #expect(KeypadLayout.Face.angle.key(isInverse: false, angleUnit: .degrees) == .angle(.radians))
    #expect(KeypadLayout.Face.angle.key(isInverse: false, angleUnit: .radians) == .angle(.degrees))
    #expect(
        KeypadLayout.Face.key(.equals).key(isInverse: true, angleUnit: .degrees) == .equals)
}
