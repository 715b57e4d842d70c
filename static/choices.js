// Keypads to choose from, each with the whole calculator in small.
import { drawExample } from "./display.js";
import { make } from "./elements.js";
import { faceOf, parts } from "./keypad.js";
import { nameOfKeypad } from "./texts.js";

/** A form that offers keypads, and says which one was chosen when it is sent. */
export function listenToMaking(form, layouts, choose) {
    offerKeypads(form.querySelector(".choices"), layouts);
    form.onsubmit = (event) => {
        event.preventDefault();
        choose(new FormData(form).get("keypad"));
    };
}

/** Fills a place with the keypads there are, each with a picture of itself; `chosen` is marked. */
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

/** The whole calculator in small. */
function preview(layout) {
    const screen = make("div", { className: "screen" });
    drawExample(screen, layout.example, layout.name);
    const picture = ({ key, look }) =>
        make("span", { className: `key ${look}` }, faceOf(key ?? "turn"));
    const keypad = make("div", { className: "keypad" }, ...parts(layout, picture));
    const place = make(
        "div", { className: "stage preview", ariaHidden: true },
        make("div", { className: "calculator" }, screen, keypad));
    place.style.setProperty("--rows", layout.rows.length);
    place.dataset.keypad = layout.name;
    return place;
}
