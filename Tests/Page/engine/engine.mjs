// The page's modules with the engine: the WebAssembly modules that `Scripts/wasm` has built.
import { readFile } from "node:fs/promises";
import { dispatch, FakeElement, pageOf } from "../browser.mjs";

const products = { "calcroom.wasm": "BrowserReplica", "expressions.wasm": "BrowserEditor" };
const { fetch } = globalThis;
globalThis.fetch = async (url) => {
    const product = products[url.pathname.split("/").at(-1)];
    if (!product) return fetch(url);
    const bytes = await readFile(new URL(`../../../.build/wasm/${product}.wasm`, import.meta.url));
    return new Response(bytes, { headers: { "content-type": "application/wasm" } });
};

const { listenToKeyboard } = await import("../../../static/calculator/keyboard.js");
const { makePasting } = await import("../../../static/calculator/pasting.js");
const { makeSpelling } = await import("../../../static/calculator/spelling.js");
const { makeCalculator } = await import("../../../static/question/private-keys.js");
const { loadExpressions } = await import("../../../static/room/replica.js");
const { texts } = await import("../../../static/text/texts.js");

export const keypads = ["formula", "scientific", "simple", "chain", "tip", "standard"];
const keyboard = { ",": ".", Enter: "=", Backspace: "back", Escape: "C", Delete: "CE", "^": "pow", "!": "fact" };

/** A calculator that takes pasted texts and keys of a keyboard. */
export async function calculatorOf(keypad) {
    const { replica, type, display } = await makeCalculator({ keypad });
    const ask = await loadExpressions(replica.ask);
    const calculator = {
        type, forms: () => replica.ask("forms").forms, display, said: [], pressed: [],
        call(...call) {
            calculator.display = { ...calculator.display, notice: undefined, ...replica.call(...call).view.display };
        },
        press(key) {
            calculator.pressed.push(key);
            calculator.call("pressed", key);
            if (remark()) calculator.said.push(remark());
        },
    };
    const remark = () => texts.remarks[calculator.display.notice];
    const shared = {
        say: (text) => calculator.said.push(text),
        typeKeys: (keys) => calculator.call("acted", JSON.stringify({ type: { keys, of: calculator.display.step } })),
    };
    calculator.shared = shared;
    const pasting = makePasting(shared, async () => ask, {
        press: calculator.press, remark, whyAsleep: () => undefined,
        offer: (about, text, label, act) => (calculator.offered = { text, label, act }),
    });
    calculator.paste = pasting.paste;
    /** Types the characters, or keys with longer names, of a keyboard. */
    calculator.keys = async (...names) => {
        const page = pageOf(() => listenToKeyboard(keyboard, {
            press: calculator.press, isEditing: () => false, spell: async () => makeSpelling(calculator.press, pasting),
        }));
        for (const key of names) {
            dispatch(page, "keydown", { key, target: new FakeElement() });
            await new Promise(setImmediate);
        }
    };
    return calculator;
}
