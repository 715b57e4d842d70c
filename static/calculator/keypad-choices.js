// Offers the keypads, each with a small picture of the whole calculator.
import { make } from "../page/dom.js";
import { nameOfKeypad } from "../text/texts.js";
import { capOf, gridsOf } from "./keypad.js";
import { drawExample } from "./screen.js";

/**
 * Fills a place with a radio button for each keypad.
 * @param {HTMLElement} place
 * @param {Layout[]} layouts
 * @param {string} [chosen]
 */
export function offerKeypads(place, layouts, chosen = layouts[0].name) {
    place.replaceChildren(...layouts.map((layout) => {
        const { name: value, example } = layout;
        const name = nameOfKeypad(value);
        const choice = make("input", {
            type: "radio", name: "keypad", value, checked: value === chosen, ariaLabel: name,
        });
        const words = make("span", {}, make("b", {}, name), make("small", {}, example));
        return make("label", { className: "choice" }, choice, preview(layout), words);
    }));
}

/** @param {Layout} layout */
function preview(layout) {
    const screen = make("div", { className: "screen" });
    drawExample(screen, layout.example, layout.name);
    const picture = (/** @type {LayoutKey} */ { key, local, look }) =>
        make("span", { className: `key ${look}` }, capOf(key ?? local ?? ""));
    const keypad = make("div", { className: "keypad" }, ...gridsOf(layout, picture));
    const place = make(
        "div", { className: "stage preview", ariaHidden: "true" },
        make("div", { className: "calculator" }, screen, keypad));
    place.style.setProperty("--rows", `${layout.rows.length}`);
    place.dataset.keypad = layout.name;
    return place;
}
