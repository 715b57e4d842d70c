// Keypads to choose from, each with a picture of itself in small.
import { make } from "./elements.js";
import { preview } from "./keypad.js";
import { nameOfKeypad } from "./texts.js";

/** Fills a place with the keypads there are; `chosen` is marked. */
export function offerKeypads(place, layouts, chosen = layouts[0].name) {
    place.replaceChildren(...layouts.map((layout) => {
        const { name, example } = layout;
        const choice = make(
            "input", { type: "radio", name: "keypad", value: name, checked: name === chosen });
        choice.setAttribute("aria-label", nameOfKeypad(name));
        const words = make(
            "span", { className: "words" }, make("b", { textContent: nameOfKeypad(name) }),
            make("small", { textContent: example }));
        return make("label", { className: "choice" }, choice, preview(layout), words);
    }));
}
