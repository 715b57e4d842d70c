// Amounts as people type them: sums, too. A calculator of the page's own works them out, with the keys that
// a phone's number pad lacks.
import { element, make, write } from "./elements.js";
import { pastedNumber } from "./keyboard.js";
import { freshPen, secret } from "./kept.js";
import { decimal, local } from "./numbers.js";
import { texts } from "./texts.js";

/** What stands between numbers, as people write it. */
const operators = { "×": "*", x: "*", "÷": "/", ":": "/", "−": "-" };
const isAmount = (text) => /^-?[\d.]+$/.test(text);

/** Listens to all fields of `place` with class `money`. What comes of one goes to its `act`. */
export function makeAmounts(place, calculator) {
    const [keys, result] = [element("bill-keys"), element("bill-worked")];
    keys.append(...["+", "−", "×", "÷", "(", ")"].map((sign) => make("button", {
        type: "button", tabIndex: -1, textContent: sign, ariaLabel: texts.spoken[operators[sign] ?? sign],
        onmousedown: (event) => event.preventDefault(),
        onclick: () => {
            const field = document.activeElement;
            field.setRangeText(sign, field.selectionStart, field.selectionEnd, "end");
            preview(field);
        },
    })));
    place.addEventListener("focusin", ({ target }) => {
        if (!target.matches("input.money")) return;
        const line = target.closest("li");
        line ? line.append(keys) : target.closest(".pair").after(keys);
        keys.hidden = false;
        write(result);
    });
    // Not before the click is over, which would miss what it was meant for.
    for (const event of ["click", "keyup"]) {
        place.addEventListener(event, () => {
            keys.hidden = !document.activeElement.matches("#bill input.money");
        });
    }
    place.addEventListener("input", ({ target }) => target.matches(".money") && preview(target));
    place.addEventListener("change", ({ target }) => target.matches(".money") && take(target));

    function preview(field) {
        const amount = worked(field.value);
        const isSum = /\d[^\d.,'’]+\d/.test(field.value);
        write(result, isSum && amount ? `= ${local(amount)}` : "");
    }

    function take(field) {
        const amount = worked(field.value);
        field.ariaInvalid = !amount;
        if (!amount) return write(result, texts.bill.noAmount);
        write(result);
        field.value = local(amount);
        field.act?.(amount);
    }

    /** `12.50 + 8` is 20.50. Nothing for what is no sum. */
    function worked(text) {
        const typed = text.normalize("NFKC").replaceAll(/\s/g, "")
            .replaceAll(/[\d.,'’]+/g, (number) => pastedNumber(number, decimal) ?? "?");
        if (!typed) return "0";
        calculator.begin({ secret: secret(), pen: freshPen(), make: { keypad: "scientific" } });
        let main;
        try {
            for (const letter of [...typed, "="]) {
                const { display } = calculator.call("pressed", operators[letter] ?? letter).view;
                // A key that did nothing would leave another sum.
                if (display?.notice) return;
                main = display?.main ?? main;
            }
        } catch {
            return;
        }
        return isAmount(main) ? main : undefined;
    }

    return { isAmount, worked };
}
