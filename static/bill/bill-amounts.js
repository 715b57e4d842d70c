// Reads amounts as people type them, sums included. A calculator of its own works them out. A row of keys has
// the operators that a phone's number pad lacks.
import { newJoin } from "../offline/storage.js";
import { element, make, write } from "../page/dom.js";
import { local } from "../text/numbers.js";
import { keysOf, read } from "../text/reading.js";
import { texts } from "../text/texts.js";

/**
 * Operators as people write them.
 * @type {Record<string, string | undefined>}
 */
const operators = { "×": "*", x: "*", "÷": "/", ":": "/", "−": "-", e: "EE" };

/** True if the amount is zero or empty. */
export const isNothing = (amount = "") => !/[1-9]/.test(amount);
/** An amount for a field, which is empty for zero. */
export const typed = (amount = "") => (isNothing(amount) ? "" : local(amount));
/** True if the text is more than a number, whose digits may be in groups. */
export const isSum = (text = "") => /\d[^\d.,'’]+\d/.test(text.replaceAll(/\s/g, ""));
export const isAmount = (text = "") => /^-?[\d.]+$/.test(text);

/**
 * An amount in units of its last decimal, halves away from zero, as the module rounds. The numbers of scripts are
 * binary: they round 1.005 to 1.00.
 * @param {string} amount
 * @param {number} decimals
 */
export function unitsOf(amount, decimals) {
    const [whole, part = ""] = amount.replace("-", "").split(".");
    const digits = part.padEnd(decimals + 1, "0");
    const units = BigInt(whole + digits.slice(0, decimals)) + (digits[decimals] < "5" ? 0n : 1n);
    return amount.startsWith("-") ? -units : units;
}

/**
 * @param {bigint} units
 * @param {number} decimals
 */
export function amountOf(units, decimals) {
    const digits = `${units}`.replace("-", "").padStart(decimals + 1, "0");
    const whole = `${units < 0n ? "-" : ""}${digits.slice(0, digits.length - decimals)}`;
    return decimals ? `${whole}.${digits.slice(-decimals)}` : whole;
}

/**
 * Listens to all fields of `place` with the class `money`. A field's `act` receives its amount. Returns the function
 * that works out a sum.
 * @param {HTMLElement} place
 * @param {Replica} calculator
 */
export function makeAmounts(place, calculator) {
    const [keys, result] = [element("bill-keys"), element("bill-worked")];
    keys.append(...["+", "−", "×", "÷", "(", ")"].map((sign) => make("button", {
        type: "button", tabIndex: -1, textContent: sign,
        ariaLabel: texts.spoken[operators[sign] ?? sign] ?? sign,
        onmousedown: (event) => event.preventDefault(),
        onclick: () => {
            const field = fieldOf(document.activeElement);
            if (!field) return;
            field.setRangeText(sign, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
            preview(field);
        },
    })));
    /**
     * The field that a touch gives the focus. It is easier to type a new amount than to place the cursor.
     * @type {BillField | undefined}
     */
    let touched;
    place.addEventListener("pointerdown", ({ target, pointerType }) => {
        touched = pointerType === "touch" && target !== document.activeElement ? fieldOf(target) : undefined;
    });
    place.addEventListener("click", ({ target }) => {
        if (target === touched) touched?.select();
    });
    place.addEventListener("focusin", ({ target }) => {
        const field = fieldOf(target);
        if (!field) return;
        const line = field.closest("li");
        line ? line.append(keys) : field.closest(".pair")?.after(keys);
        keys.hidden = false;
        write(result);
    });
    // Hiding the keys earlier would move the target of a click.
    for (const event of ["click", "keyup"]) {
        place.addEventListener(event, () => {
            keys.hidden = !place.contains(document.activeElement) || !fieldOf(document.activeElement);
        });
    }
    place.addEventListener("input", ({ target }) => {
        const field = fieldOf(target);
        if (field) preview(field);
    });
    place.addEventListener("change", ({ target }) => {
        const field = fieldOf(target);
        if (field) accept(field);
    });

    /** @param {BillField} field */
    function preview(field) {
        const amount = amountIn(field);
        write(result, isSum(field.value) && amount ? `= ${local(amount)}` : "");
    }

    /** @param {BillField} field */
    function accept(field) {
        const amount = amountIn(field);
        field.ariaInvalid = `${!amount}`;
        if (!amount) return write(result, texts.bill.noAmount);
        write(result);
        field.value = local(amount);
        field.act?.(amount);
    }

    /**
     * The sign of a percentage means nothing new in a field for percentages.
     * @param {BillField} field
     */
    function amountIn({ value, dataset }) {
        return worked(dataset.unit === "%" ? value.replace("%", "") : value);
    }

    /**
     * The result of a sum: `12.50 + 8` is 20.50. Nothing for other text, and for a percentage of nothing.
     * @param {string} text
     */
    function worked(text) {
        const keys = keysOfSum(text);
        if (keys.length === 0) return "0";
        if (keys.includes("%") && !/[-+*/]/.test(keys.slice(1).join(""))) return undefined;
        calculator.begin(newJoin({ make: { keypad: "scientific" } }));
        let main;
        try {
            for (const key of [...keys, "="]) {
                const { display } = calculator.call("pressed", key).view;
                // If a key has no effect, the result is that of another sum.
                if (display?.notice) return undefined;
                main = display?.main ?? main;
            }
        } catch {
            return undefined;
        }
        return isAmount(main) ? main : undefined;
    }

    return worked;
}

/**
 * The element if it is a field for an amount.
 * @param {EventTarget | null} target
 */
const fieldOf = (target) => target instanceof HTMLInputElement && target.matches(".money")
    ? /** @type {BillField} */ (target) : undefined;

/**
 * The keys that type a sum. If an operator is missing between numbers, they have `?` or a blank, which the calculator
 * refuses.
 * @param {string} text
 */
export function keysOfSum(text, reader = read) {
    const { numbers = [], fraction, expression = "" } = reader(text);
    if (numbers.length > 0) return numbers.length > 1 ? ["?"] : keysOf(numbers[0]);
    const sum = (fraction ?? expression).replaceAll(/(?<!\d) | (?!\d)/g, "");
    return [...sum].map((letter) => operators[letter] ?? letter);
}
