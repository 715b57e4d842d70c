// Shows a number in every form, each with a button that copies it.
import { copy, open } from "../page/dialogs.js";
import { element, make, picture } from "../page/dom.js";
import { marked } from "../text/numbers.js";
import { fill, loadPart, texts } from "../text/texts.js";
import { formNodes } from "./outcomes.js";

/** @param {Room} room */
export async function makeForms({ ask, say }) {
    document.body.append(await loadPart("forms"));
    return show;

    /** @param {boolean} isRounded true if the display shows a rounded number */
    function show(isRounded) {
        const { forms = [] } = ask("forms");
        if (forms.length === 0) return;
        element("forms-rounded").hidden = !isRounded;
        element("forms-list").replaceChildren(...forms.map(makeForm));
        open(element("forms"));
    }

    /** @param {NumberForm} form */
    function makeForm({ kind, text, exact }) {
        const name = texts.forms.kinds[kind] ?? kind;
        const button = make("button", {
            className: "icon-button", ariaLabel: fill(texts.forms.copy, name), title: fill(texts.forms.copy, name),
        }, picture("i-copy", "icon"));
        button.onclick = async () => {
            await copy(marked(text));
            element("forms").close();
            say(texts.notices.copied);
        };
        return make("li", {},
            make("small", {}, exact ? name : fill(texts.forms.about, name)),
            make("span", { className: "number" }, exact ? "" : "≈ ", ...formNodes(kind, text)), button);
    }
}
