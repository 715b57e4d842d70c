// Helpers for making and changing elements.
import { lazy } from "../offline/page-files.js";

/** @type {<Id extends keyof ElementsById>(id: Id) => ElementsById[Id]} */
export const element = (id) => /** @type {never} */ (document.getElementById(id));

/**
 * Makes an element: `make("p", { className: "calm" }, "text", child)`
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} [properties]
 * @param {...(Node | string)} children
 */
export function make(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
}

/**
 * Gives an element the function that draws it in a list.
 * @template {HTMLElement} Place
 * @template One
 * @param {Place} place
 * @param {(one: One) => void} draw
 * @returns {Place & Line<One>}
 */
export const drawnBy = (place, draw) => Object.assign(place, { draw });

/** @type {Record<string, ReturnType<typeof lazy>>} */
const styles = {};
/**
 * Loads a style sheet once.
 * @param {string} name
 */
export const loadStyle = (name) => (styles[name] ??= lazy(() => new Promise((onload, fail) => {
    const { href } = new URL(name, import.meta.url);
    const link = make("link", { rel: "stylesheet", href, onload });
    link.onerror = () => {
        link.remove();
        fail(new Error(`no import of ${name}`));
    };
    document.head.append(link);
}))).load();

/**
 * Changes an element's text, and touches the document only if the text differs. The text is remembered
 * because reading it from the document is slow.
 * @param {HTMLElement & { written?: string | number }} place
 * @param {string | number} [text]
 */
export function write(place, text = "") {
    if (place.written === text) return;
    place.written = text;
    const { firstChild } = place;
    if (firstChild instanceof Text && !firstChild.nextSibling) firstChild.data = String(text);
    else place.textContent = String(text);
}

/**
 * Draws a list with one line for each element of `all`. A line that exists is drawn again by its `draw`, so
 * that it keeps the focus and a press that has begun.
 * @template One
 * @param {HTMLElement} place
 * @param {One[]} all
 * @param {(one: One) => unknown} keyOf
 * @param {(one: One) => Line<One>} makeOne
 */
export function drawList(place, all, keyOf, makeOne) {
    const children = /** @type {HTMLCollectionOf<Line<One>>} */ (place.children);
    const before = new Map([...children].map((line) => [line.key, line]));
    const lines = all.map((one) => {
        const key = keyOf(one);
        const line = before.get(key) ?? Object.assign(makeOne(one), { key });
        before.delete(key);
        line.draw(one);
        return line;
    });
    for (const line of before.values()) line.remove();
    const { activeElement } = document;
    lines.forEach((line, index) => {
        if (children[index] !== line) place.insertBefore(line, children[index]);
    });
    // An element that moves loses the focus.
    if (activeElement instanceof HTMLElement && place.contains(activeElement)) {
        activeElement.focus({ preventScroll: true });
    }
}

/**
 * Makes a picture from a symbol at the top of index.html.
 * @param {string} id
 * @param {string} className
 */
export function picture(id, className) {
    const [drawn, use] = ["svg", "use"].map((tag) =>
        document.createElementNS("http://www.w3.org/2000/svg", tag));
    use.setAttribute("href", `#${id}`);
    drawn.setAttribute("class", className);
    drawn.append(use);
    return drawn;
}

/**
 * Gives each character of a text an element, and keeps the elements of characters that stay.
 * @param {HTMLElement} place
 * @param {string} text
 * @param {(character: string) => HTMLElement} makeOne
 */
export function drawEach(place, text, makeOne) {
    const before = place.dataset.text ?? "";
    if (text === before) return;
    if (!before) place.textContent = "";
    place.dataset.text = text;
    while (place.childElementCount > text.length) place.lastElementChild?.remove();
    [...text].forEach((character, index) => {
        if (before[index] === character) return;
        const made = makeOne(character);
        index < before.length ? place.children[index].replaceWith(made) : place.append(made);
    });
}

/**
 * Checks the radio button that has this value.
 * @param {HTMLElement} form
 * @param {string} value
 */
export function choose(form, value) {
    for (const one of form.querySelectorAll("input")) one.checked = one.value === value;
}
