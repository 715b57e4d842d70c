// All texts of the page by their names in HTML and modules. A language is one file, and the page loads only
// one language.
import { fetchFile } from "../offline/page-files.js";
import { ownLanguage } from "../offline/storage.js";
import { loadStyle, make } from "../page/dom.js";

/** Each language by its own name. */
export const languages = {
    en: "English", "zh-Hant": "繁體中文", "zh-Hans": "简体中文", ja: "日本語", ko: "한국어",
};

/**
 * The reader's choice, or the first language of the browser that the page speaks, or English.
 * @param {string | null} chosen
 * @param {readonly string[]} locales
 */
export const languageFor = (chosen, locales) =>
    [chosen ?? "", ...locales.map(languageOf)].find((name) => Object.hasOwn(languages, name)) ?? "en";

/**
 * `zh-HK` is `zh-Hant`, because Chinese is written in traditional characters there.
 * @param {string} locale
 */
function languageOf(locale) {
    try {
        const { language, script } = new Intl.Locale(locale).maximize();
        return language === "zh" ? `${language}-${script}` : language;
    } catch {
        return "";
    }
}

export const language = languageFor(ownLanguage.read(), navigator.languages);
document.documentElement.lang = language;
/** Empty until `textsAreThere` resolves. */
export const texts = /** @type {Texts} */ ({});
/** A top-level await would hang in WebKit for the second importer. */
export const textsAreThere = fetchFile(`texts.${language}.json`)
    .then((answer) => answer.json())
    .then((all) => Object.assign(texts, all));

/**
 * Replaces each `{}` of a text with the next value: `There is no room {}.`
 * @param {string} text
 * @param {...(string | number)} values
 */
export const fill = (text, ...values) => text.replaceAll("{}", () => String(values.shift()));

/**
 * The first texts of a list, and the number of the others: `Ada, Ben +3`
 * @param {string[]} all
 * @param {number} max
 */
export const firstOf = (all, max) =>
    all.slice(0, max).join(", ") + (all.length > max ? ` +${all.length - max}` : "");

/** @param {string} key */
export const face = (key) => texts.faces[key] ?? key;
/** @param {string} key */
export const spoken = (key) => texts.spoken[key] ?? face(key);
/** @param {string} kind */
export const nameOfKeypad = (kind) => texts.keypads[kind] ?? kind;
/**
 * Nobody, 0, has no name.
 * @param {Named} person
 */
export const nameOf = ({ name, who }) => name || (who === 0 ? "" : fill(texts.people.nameless, who));

/**
 * The name of an action for people. Null is an action that is neither a key nor a step.
 * @param {string | null} action
 */
export const nameOfAction = (action) =>
    action === null ? texts.something
        : texts.keypads[action] ?? (action === "undo" || action === "redo" ? spoken(action) : face(action));

/**
 * Fills in the texts that HTML names: `data-text="room.undo"`, `data-label`, `data-hint`.
 * @param {ParentNode} html
 */
export function fillTexts(html = document) {
    const text = (/** @type {string} */ path) =>
        path.split(".").reduce((part, name) => part[name], /** @type {any} */ (texts));
    const selector = "[data-text], [data-label], [data-hint]";
    for (const place of /** @type {NodeListOf<HTMLInputElement>} */ (html.querySelectorAll(selector))) {
        const { text: own, label, hint } = place.dataset;
        if (own) place.textContent = text(own);
        if (label) place.ariaLabel = text(label);
        if (label && place.matches("a, button")) place.title = text(label);
        if (hint) place.placeholder = text(hint);
    }
}

/**
 * Loads a part of the page that not every visitor needs: its HTML, its style sheet, and the section of the
 * texts with the same name.
 * @param {keyof Texts} name
 */
export async function loadPart(name) {
    // The first failure ends the load at once, so that the next call repeats it.
    const [html, words] = await Promise.all([
        fetchFile(`${name}.html`).then((answer) => answer.text()),
        fetchFile(`${name}.${language}.json`).then((answer) => answer.json()),
        loadStyle(`${name}.css`),
    ]);
    Object.assign(texts, { [name]: words });
    const { content } = make("template", { innerHTML: html });
    fillTexts(content);
    return content;
}
