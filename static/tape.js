// What was worked out, the last on top. A line is drawn once, and again only if it has changed.
import { element, make } from "./elements.js";
import { hue } from "./people.js";
import { local } from "./numbers.js";
import { texts } from "./texts.js";

/** `nameOf` says who has a number. */
export function makeTape(recall, nameOf) {
    let known = new Map();

    function draw(lines) {
        const kept = new Map();
        for (const line of lines) {
            const said = JSON.stringify(line);
            const before = known.get(line.seq);
            const drawn = before?.said === said ? before.drawn : makeLine(line);
            if (!before) element("tape").prepend(drawn);
            else if (before.drawn !== drawn) before.drawn.replaceWith(drawn);
            kept.set(line.seq, { said, drawn });
        }
        for (const [seq, { drawn }] of known) if (!kept.has(seq)) drawn.remove();
        known = kept;
        element("tape-empty").hidden = lines.length > 0;
    }

    function makeLine({ seq, by, expression, result, error, undone, pending }) {
        const outcome = (result && local(result)) ?? (error ? texts.errors[error] ?? error : "…");
        const button = make(
            "button", { disabled: !result || pending, onclick: () => recall(seq) },
            make("span", {}, `${local(expression)} = `), make("b", {}, outcome));
        const className = [undone && "undone", pending && "pending"].filter(Boolean).join(" ");
        const line = make("li", { className }, button, make("small", {}, nameOf(by)));
        line.style.setProperty("--hue", hue(by));
        return line;
    }

    return { draw };
}
