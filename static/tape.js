// What was worked out, the last on top. A line is drawn once, and again only if it has changed.
import { element, make } from "./elements.js";
import { hue } from "./people.js";
import { texts } from "./texts.js";

export class TapeView {
    #lines = new Map();
    #recall;
    #name;

    /** `name` says who has a number. */
    constructor(recall, name) {
        this.#recall = recall;
        this.#name = name;
    }

    draw(lines) {
        const tape = element("tape");
        const kept = new Map();
        for (const line of lines) {
            const said = JSON.stringify(line);
            const before = this.#lines.get(line.seq);
            if (before?.said === said) {
                kept.set(line.seq, before);
                continue;
            }
            const drawn = this.#line(line);
            before ? before.drawn.replaceWith(drawn) : tape.prepend(drawn);
            kept.set(line.seq, { said, drawn });
        }
        for (const [seq, { drawn }] of this.#lines) if (!kept.has(seq)) drawn.remove();
        this.#lines = kept;
        element("tape-empty").hidden = lines.length > 0;
    }

    #line({ seq, by, expression, result, error, undone, pending }) {
        const outcome = result ?? (error ? texts.errors[error] ?? error : "…");
        const recall = make(
            "button", { type: "button" },
            make("span", { className: "worked", textContent: `${expression} = ` }),
            make("span", { className: "outcome", textContent: outcome }));
        recall.onclick = () => this.#recall(seq);
        recall.disabled = result === undefined || pending === true;
        const author = make("small", { textContent: this.#name(by) });
        const line = make("li", { className: "person" }, recall, author);
        line.classList.toggle("undone", undone === true);
        line.classList.toggle("pending", pending === true);
        line.style.setProperty("--hue", hue(by));
        return line;
    }
}
