// Everything that the page says, by the names that HTML and module give. A language is one file, and
// only one is loaded.
import { loadStyle, make } from "./elements.js";
import { ownLanguage, part } from "./kept.js";
import { decimal } from "./numbers.js";

/** Each by its own name. */
export const languages = {
    en: "English", "zh-Hant": "繁體中文", "zh-Hans": "简体中文", ja: "日本語", ko: "한국어",
};

/** The one that somebody chose, or the first of the browser's that there is. */
export const language = [ownLanguage.read(), ...navigator.languages.map(languageOf)]
    .find((name) => name in languages) ?? "en";

/** `zh-HK` is `zh-Hant`: there Chinese is written in traditional characters. */
function languageOf(locale) {
    try {
        const { language, script } = new Intl.Locale(locale).maximize();
        return language === "zh" ? `${language}-${script}` : language;
    } catch {
        return "";
    }
}

document.documentElement.lang = language;
export let texts;
/** Whoever draws waits for it. A module that waited itself would hang in WebKit for its second importer. */
export const textsAreThere = part(`texts.${language}.json`)
    .then((answer) => answer.json())
    .then((all) => (texts = all));

/** Puts things in their places in a text: `There is no room {}.` */
export const fill = (text, ...things) => text.replaceAll("{}", () => things.shift());

export const face = (key) => (key === "." ? decimal : texts.faces[key] ?? key);
export const spoken = (key) => texts.spoken[key] ?? face(key);
export const nameOfKeypad = (kind) => texts.keypads[kind] ?? kind;
export const nameOf = ({ name, who }) => name || fill(texts.people.nameless, who);

/** An action as a person would recognise it; what is neither key nor step has no name. */
export const nameOfAction = (action) =>
    texts.keypads[action] ?? (action === null ? texts.something : face(action));

/** Fills what stands in HTML: `data-text="room.undo"`, `data-label`, `data-hint`. */
export function fillTexts(html = document) {
    const text = (path) => path.split(".").reduce((part, name) => part[name], texts);
    for (const place of html.querySelectorAll("[data-text], [data-label], [data-hint]")) {
        const { text: own, label, hint } = place.dataset;
        if (own) place.textContent = text(own);
        if (label) place.ariaLabel = text(label);
        if (label && place.matches("a, button")) place.title = text(label);
        if (hint) place.placeholder = text(hint);
    }
}

/** What not everybody needs of the page, and so comes when it is wanted: HTML, a style, and a section
 of the texts under one name. */
export async function loadPart(name) {
    const html = part(`${name}.html`).then((answer) => answer.text());
    const words = part(`${name}.${language}.json`).then((answer) => answer.json());
    await loadStyle(`${name}.css`);
    texts[name] = await words;
    const { content } = make("template", { innerHTML: await html });
    fillTexts(content);
    return content;
}
