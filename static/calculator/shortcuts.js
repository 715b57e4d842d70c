// Shows the keys of the keyboard.
import { open } from "../page/dialogs.js";
import { element, make } from "../page/dom.js";
import { face, loadPart, spoken, texts } from "../text/texts.js";

/** @param {Room} room */
export async function makeShortcuts({ keyboard }) {
    document.body.append(await loadPart("shortcuts"));
    const words = texts.shortcuts;
    const rows = Object.entries(keyboard).filter(([name]) => words[name])
        .map(([name, key]) => [words[name], `${face(key)} ${spoken(key)}`]);
    rows.push(...words.others);
    element("shortcuts-map").append(...rows.flatMap(([key, meaning]) =>
        [make("dt", {}, make("kbd", {}, key)), make("dd", {}, meaning)]));
    return () => open(element("shortcuts"));
}
