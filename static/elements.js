// What every part of the page makes elements with.

export const element = (id) => document.getElementById(id);

/** `make("p", { className: "calm" }, "text", child)` */
export function make(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
}

const styles = {};
/** Once, unless it could not be had. */
export const loadStyle = (name) => (styles[name] ??= new Promise((onload, fail) => {
    const { href } = new URL(name, import.meta.url);
    const link = make("link", { rel: "stylesheet", href, onload });
    link.onerror = () => {
        link.remove();
        delete styles[name];
        fail(new Error(`no import of ${name}`));
    };
    document.head.append(link);
}));

/** Touches the page only if something changes, and then nothing but the text that is there. What was
 written is remembered, as a page is slow to ask. */
export function write(place, text = "") {
    if (place.written === text) return;
    place.written = text;
    const { firstChild } = place;
    if (firstChild?.data === undefined || firstChild.nextSibling) place.textContent = text;
    else firstChild.data = text;
}

/** A line for each of all, made once: what is there stays, with the focus and what somebody does with it at
 this moment, and is drawn anew by its `draw`. */
export function drawList(place, all, keyOf, makeOne) {
    const before = new Map([...place.children].map((line) => [line.key, line]));
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
        if (place.children[index] !== line) place.insertBefore(line, place.children[index]);
    });
    // What is moved loses it.
    if (place.contains(activeElement)) activeElement.focus({ preventScroll: true });
}

/** One of the pictures that stand at the top of the page's HTML. */
export function picture(id, className) {
    const [drawn, use] = ["svg", "use"].map((tag) =>
        document.createElementNS("http://www.w3.org/2000/svg", tag));
    use.setAttribute("href", `#${id}`);
    drawn.setAttribute("class", className);
    drawn.append(use);
    return drawn;
}

/** Gives each character of a text its element; those that stay what they are stay. */
export function drawEach(place, text, makeOne) {
    const before = place.dataset.text ?? "";
    if (text === before) return;
    if (!before) place.textContent = "";
    place.dataset.text = text;
    while (place.childElementCount > text.length) place.lastElementChild.remove();
    [...text].forEach((character, index) => {
        if (before[index] === character) return;
        const made = makeOne(character);
        index < before.length ? place.children[index].replaceWith(made) : place.append(made);
    });
}
