// Digits as a clock has them: seven segments each, drawn here, without a font.
import { draw } from "./elements.js";

const strokes = {
    a: "M2.3 2l1-1h5.4l1 1-1 1H3.3z", b: "M10 2.3l1 1v5.4l-1 1-1-1V3.3z",
    c: "M10 10.3l1 1v5.4l-1 1-1-1v-5.4z", d: "M2.3 18l1-1h5.4l1 1-1 1H3.3z",
    e: "M2 10.3l1 1v5.4l-1 1-1-1v-5.4z", f: "M2 2.3l1 1v5.4l-1 1-1-1V3.3z",
    g: "M2.3 10l1-1h5.4l1 1-1 1H3.3z", h: "M6 6.5l1 1v5l-1 1-1-1v-5z",
};
const segments = {
    0: "abcdef", 1: "bc", 2: "abdeg", 3: "abcdg", 4: "bcfg", 5: "acdfg", 6: "acdefg", 7: "abc",
    8: "abcdefg", 9: "abcdfg", "-": "g", "+": "gh", e: "adefg",
};
const path = (names) => [...names].map((name) => strokes[name]).join("");

/** Only figures that are others than before are drawn anew. */
export function drawFigures(place, text) {
    while (place.childElementCount > text.length) place.lastElementChild.remove();
    [...text].forEach((figure, index) => {
        const drawn = place.children[index];
        if (drawn?.dataset.figure === figure) return;
        const made = makeFigure(figure);
        drawn ? drawn.replaceWith(made) : place.append(made);
    });
}

function makeFigure(figure) {
    const isPoint = figure === ".";
    const parts = isPoint
        ? [draw("path", { d: "M1 17h2v2h-2z" })]
        : [draw("path", { class: "unlit", d: path(segments[8]) }),
            draw("path", { d: path(segments[figure] ?? "") })];
    const made = draw("svg", { viewBox: isPoint ? "0 0 4 20" : "0 0 12 20" }, ...parts);
    made.dataset.figure = figure;
    return made;
}
