import assert from "node:assert/strict";
import { test } from "node:test";
import { calculatorOf, keypads } from "./engine.mjs";

const calls = [
    "sqrt(16)+sin(30)", "sin30+1", "sin 30 + 1", "2*sqrt(9)", "2sqrt(9)", "pi*2", "2pi", "sinpi", "2+ln(e)", "10/log(100)",
    "sqrt(sqrt(16))", "sqrt(2)^2", "acos0.5*2", "sqrt(2,25)", "SQRT(9)", "exp(1)", "1e5+1", "2e-3*2", "1.5E+2", "2e+pi", "e^2",
    "2e", "3x4", "6/2x3", "5!+sqrt(9)", "atan(1", "sqrt(16", "tan(45)%",
];

for (const keypad of keypads) {
    test(`${keypad}: a function that is typed means the same as one that is pasted`, async () => {
        for (const text of calls) {
            const [typed, pasted] = [await calculatorOf(keypad), await calculatorOf(keypad)];
            await typed.keys(...text, "Enter");
            await pasted.paste(text.replace(",", "."));
            assert.deepEqual(pasted.said, [], text);
            pasted.press("=");
            assert.deepEqual([typed.said, typed.display.main], [pasted.said, pasted.display.main], text);
        }
    });
}

test("letters and other characters that mean nothing are refused, and the keys around them count", async () => {
    for (const [keypad, text, why, main] of [
        ["scientific", "foo(2)+3", "Not understood: “foo(2)”.", "3"], ["standard", "foo(2)+3", "Not understood: “foo(2)”.", "3"],
        ["scientific", "5$", "Not understood: “$”.", "5"], ["standard", "12:4", "Not understood: “:”.", "124"],
        ["scientific", "sinh(1)", "Not understood: “h(1)”.", "0"], ["standard", "sqrt(16+9)", "This keypad cannot type “+9)”.", "0"],
        ["scientific", "7ㄴ", "Not understood: “ㄴ”.", "7"],
        ["scientific", "ans+1", "there is no result yet", "1"], ["chain", "sqrt(1234567890)", "This keypad cannot type “0)”.", "0"],
    ]) {
        const calculator = await calculatorOf(keypad);
        await calculator.keys(...text, "Enter");
        assert.deepEqual([calculator.said[0], calculator.display.main], [why, main], `${keypad} ${text}`);
    }
});

test("a function follows whatever was pressed before", async () => {
    for (const [keypad, before, text, main] of [
        ["standard", "2 +", "sqrt(9)", "5"], ["standard", "5 neg", "sqrt(9)", "-15"],
        ["scientific", "2 + 3 =", "sqrt(9)", "3"], ["scientific", "( 2 + 3 )", "sqrt(9)", "15"], ["standard", "1 6", "sqrt", "4"],
        ["scientific", "5", "e3", "5000"], ["standard", "5 EE", "sqrt(9)", "15"], ["scientific", "1 / 3 =", "ans*3", "1"],
    ]) {
        const calculator = await calculatorOf(keypad);
        for (const key of before.split(" ")) calculator.press(key);
        await calculator.keys(...text, "Enter");
        assert.deepEqual([calculator.said, calculator.display.main], [[], main], `${keypad} ${before} ${text}`);
    }
});
