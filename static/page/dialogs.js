// Opens what covers the calculator: the menu, and the list of people with the tape.
import { haptics, ownLanguage, quiet, theme } from "../offline/storage.js";
import { language, languages, texts } from "../text/texts.js";
import { choose as chooseRadio, element, make, write } from "./dom.js";

/**
 * The dialogs that were opened, the last one first.
 * @type {HTMLDialogElement[]}
 */
let sheets = [];

/** The open dialog, if any. Each key asks for it, and a search of the whole page would take long. */
export const openDialog = () => sheets.find((sheet) => sheet.open);

/**
 * Copies a text. Over plain HTTP a page has no clipboard, but it can copy the selection of a field.
 * @param {string} text
 */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        const focused = /** @type {HTMLElement | null} */ (document.activeElement);
        const field = make("textarea", { value: text });
        field.style.cssText = "position: fixed; opacity: 0";
        // Nothing outside of an open dialog can be selected.
        (openDialog() ?? document.body).append(field);
        field.select();
        document.execCommand("copy");
        field.remove();
        focused?.focus({ preventScroll: true });
    }
}

/**
 * Opens a dialog that a click outside closes. A mouse that selects text inside may go up outside.
 * @param {HTMLDialogElement} sheet
 */
export function open(sheet) {
    let wentDown = false;
    // The target is the dialog outside of it, and on its padding.
    const isOutside = (/** @type {MouseEvent} */ { target, clientX: x, clientY: y }) => {
        const { left, right, top, bottom } = sheet.getBoundingClientRect();
        return target === sheet && (x < left || x > right || y < top || y > bottom);
    };
    // Without braces it would return false, which cancels the event.
    sheet.onpointerdown = (event) => {
        wentDown = isOutside(event);
    };
    sheet.onclick = (event) => {
        if (wentDown && isOutside(event)) sheet.close();
    };
    sheets = [sheet, ...sheets.filter((other) => other !== sheet)];
    sheet.showModal();
}

/**
 * @param {Layout[]} keypads
 * @param {object} room
 * @param {() => string} room.kind the keypad of the room
 * @param {(kind: string) => string | undefined} room.choose chooses a keypad, or returns why that is impossible
 * @param {() => string | undefined} room.number the number as programs read it
 * @param {() => string} room.copied the number with the reader's marks
 * @param {(text: string) => void} room.say
 * @param {() => void} room.help
 */
export function listenToMenu(keypads, { kind, choose, number, copied, say, help }) {
    const menu = element("menu");
    element("menu-open").onclick = async () => {
        element("copy-plain").hidden = (number() ?? copied()) === copied();
        write(element("menu-why"));
        open(menu);
        const { offerKeypads } = await import("../calculator/keypad-choices.js");
        offerKeypads(element("menu-keypads"), keypads, kind());
    };
    const keypadChoices = element("menu-keypads");
    keypadChoices.onchange = ({ target }) => {
        const why = target instanceof HTMLInputElement ? choose(target.value) : undefined;
        write(element("menu-why"), why);
        if (why) chooseRadio(keypadChoices, kind());
    };
    const offerCopy = (/** @type {"copy-number" | "copy-plain"} */ id, read = number) => {
        element(id).onclick = async () => {
            await copy(read() ?? "");
            menu.close();
            say(texts.notices.copied);
        };
    };
    offerCopy("copy-number", copied);
    offerCopy("copy-plain");
    element("keyboard-open").onclick = () => {
        menu.close();
        help();
    };
    const readOut = element("read-out");
    readOut.checked = quiet.read() !== "true";
    readOut.onchange = () => quiet.write(`${!readOut.checked}`);
    const vibrates = element("haptics");
    // Browsers without a motor have the function too.
    if (vibrates.parentElement && "vibrate" in navigator && matchMedia("(pointer: coarse)").matches) {
        vibrates.parentElement.hidden = false;
    }
    vibrates.checked = haptics.read() === "true";
    vibrates.onchange = () => haptics.write(`${vibrates.checked}`);
    const colours = element("theme");
    chooseRadio(colours, theme.read() ?? "system");
    colours.onchange = () => {
        theme.write(String(new FormData(colours).get("theme")));
        applyTheme();
    };
}

/** Offers the languages. For another one the page loads itself again. Pending keys stay. */
export function offerLanguages() {
    /** @type {NodeListOf<HTMLSelectElement>} */
    const lists = document.querySelectorAll("select.language");
    for (const list of lists) {
        list.replaceChildren(...Object.entries(languages).map(([value, textContent]) =>
            make("option", { value, textContent, lang: value, selected: value === language })));
        list.onchange = () => {
            ownLanguage.write(list.value);
            location.reload();
        };
    }
}

/**
 * Closes a menu when something is chosen, when Escape is pressed, and when the focus leaves it.
 * @param {HTMLElement} menu a `details` element
 */
export function listenToPopup(menu) {
    const close = () => menu.removeAttribute("open");
    menu.addEventListener("click", ({ target }) => target instanceof HTMLButtonElement && close());
    menu.addEventListener("focusout", ({ relatedTarget }) =>
        relatedTarget instanceof Node && !menu.contains(relatedTarget) && close());
    menu.onkeydown = (event) => {
        if (event.key !== "Escape" || !menu.hasAttribute("open")) return;
        event.stopPropagation();
        close();
        menu.querySelector("summary")?.focus();
    };
}

/** Applies the reader's choice of light or dark, or the device's. */
export function applyTheme() {
    document.documentElement.dataset.theme = theme.read() ?? "system";
}

/** Opens the list of people or the tape. Where the window is small, they are one sheet with two tabs. */
export function listenToSide() {
    const [side, tabs] = [element("side"), element("side-tabs")];
    let opener = element("people-open");
    tabs.onchange = () => (side.dataset.part = String(new FormData(tabs).get("part")));
    const show = (/** @type {boolean} */ isOpen, /** @type {HTMLElement} */ focused) => {
        side.dataset.open = `${isOpen}`;
        focused.focus();
    };
    const hide = () => show(false, opener);
    for (const part of /** @type {const} */ (["people", "tape"])) {
        const button = element(`${part}-open`);
        button.onclick = () => {
            opener = button;
            side.dataset.part = part;
            chooseRadio(tabs, part);
            show(true, element("side-close"));
        };
    }
    element("side-close").onclick = hide;
    side.onkeydown = (event) => {
        if (event.key !== "Escape" || side.dataset.open !== "true") return;
        event.stopPropagation();
        hide();
    };
}
