// Shows the keys of the keyboard.
import { element, make as makeElement } from "./elements.js";
import { open } from "./sheets.js";
import { face, loadPart, spoken, texts } from "./texts.js";

/** @param {Room} room */
export async function make({ keyboard }) {
    document.body.append(await loadPart("shortcuts"));
    const words = texts.shortcuts;
    const rows = Object.entries(keyboard).filter(([name]) => words[name])
        .map(([name, key]) => [words[name], `${face(key)} ${spoken(key)}`]);
    rows.push(...words.others);
    element("shortcuts-map").append(...rows.flatMap(([key, meaning]) =>
        [makeElement("dt", {}, makeElement("kbd", {}, key)), makeElement("dd", {}, meaning)]));
    return () => open(element("shortcuts"));
}
