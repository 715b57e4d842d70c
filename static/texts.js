// Everything that the page says, by the names that HTML and module give. A language is one file.

export const texts = await (await fetch("/texts.en.json")).json();

/** Puts something in its place in a text: `There is no room {}.` */
export const fill = (text, what) => text.replace("{}", what);

export const face = (key) => texts.faces[key] ?? key;
export const spoken = (key) => texts.spoken[key] ?? face(key);
export const nameOfKeypad = (kind) => texts.keypads[kind] ?? kind;
export const nameOf = ({ name, who }) => name || fill(texts.people.nameless, who);

/** An action as a person would recognise it; what is neither key nor step has no name. */
export const nameOfAction = (action) =>
    texts.keypads[action] ?? (action === null ? texts.something : face(action));

/** Fills what stands in the page's HTML: `data-text="room.undo"`, `data-label`, `data-hint`. */
export function fillTexts() {
    const text = (path) => path.split(".").reduce((part, name) => part[name], texts);
    for (const place of document.querySelectorAll("[data-text], [data-label], [data-hint]")) {
        const { text: own, label, hint } = place.dataset;
        if (own) place.textContent = text(own);
        if (label) place.ariaLabel = place.title = text(label);
        if (hint) place.placeholder = text(hint);
    }
}
