// The keys of a keyboard, for who asks for them.
import { element, make } from "./elements.js";
import { open } from "./sheets.js";
import { face, spoken, texts } from "./texts.js";

/** From the table that the keyboard is read by. */
export function showKeyboard(keyboard) {
    const words = texts.keyboard;
    const rows = Object.entries(keyboard).filter(([name]) => words[name])
        .map(([name, key]) => [words[name], `${face(key)} ${spoken(key)}`]);
    rows.push(...words.others);
    element("keyboard-map").replaceChildren(...rows.flatMap(([key, meaning]) =>
        [make("dt", {}, make("kbd", {}, key)), make("dd", {}, meaning)]));
    open(element("keyboard"));
}
