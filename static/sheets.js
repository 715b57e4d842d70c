// What comes up over the calculator: the menu, people and tape.
import { element, make } from "./elements.js";
import { ownLanguage, quiet, theme } from "./kept.js";
import { language, languages, texts } from "./texts.js";

/** Over plain HTTP a page has no clipboard, but what is selected in a field can be copied. */
export async function copy(text, field) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        field.value = text;
        field.select();
        document.execCommand("copy");
    }
}

/** A touch beside a sheet closes it. */
export function open(sheet) {
    sheet.onclick = (event) => {
        if (event.target === sheet) sheet.close();
    };
    sheet.showModal();
}

export function listenToMenu(keypads, { kind, choose, number, text, say, help }) {
    const menu = element("menu");
    element("menu-open").onclick = async () => {
        element("copy-plain").hidden = (number() ?? text()) === text();
        open(menu);
        const { offerKeypads } = await import("./choices.js");
        offerKeypads(element("menu-keypads"), keypads, kind());
    };
    element("menu-keypads").onchange = (event) => choose(event.target.value);
    for (const [id, read] of [["copy-number", text], ["copy-plain", number]]) {
        element(id).onclick = async () => {
            await copy(read() ?? "", element("copied-number"));
            menu.close();
            say(texts.notices.copied);
        };
    }
    element("keyboard-open").onclick = () => {
        menu.close();
        help();
    };
    const readOut = element("read-out");
    readOut.checked = quiet.read() !== "true";
    readOut.onchange = () => quiet.write(!readOut.checked);
    const colours = element("theme");
    colours.elements.theme.value = document.documentElement.dataset.theme;
    colours.onchange = (event) => {
        theme.write(event.target.value);
        applyTheme();
    };
}

/** A language is read once, so another one is another load; what waits to be sent is kept. */
export function offerLanguages() {
    for (const place of document.querySelectorAll(".language")) {
        place.replaceChildren(...Object.entries(languages).map(([value, textContent]) =>
            make("option", { value, textContent, lang: value, selected: value === language })));
        place.onchange = () => {
            ownLanguage.write(place.value);
            location.reload();
        };
    }
}

/** Light or dark, as the device has it or as somebody chose. */
export function applyTheme() {
    document.documentElement.dataset.theme = theme.read() ?? "system";
}

/** People and tape: beside the calculator where there is room, otherwise over it. */
export function listenToSide() {
    const side = element("side");
    let opener = "people-open";
    const show = (isOpen, focused) => {
        side.dataset.open = isOpen;
        element(focused).focus();
    };
    const hide = () => show(false, opener);
    for (const id of ["people-open", "tape-open"]) {
        element(id).onclick = () => {
            opener = id;
            show(true, "side-close");
        };
    }
    element("side-close").onclick = hide;
    side.onkeydown = (event) => {
        if (event.key !== "Escape" || side.dataset.open !== "true") return;
        event.stopPropagation();
        hide();
    };
}
