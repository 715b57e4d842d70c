// Offers the result of keys that were not sent: others changed the calculator while this page was offline.
import { outcomeOf } from "../calculator/outcomes.js";
import { keysOf } from "../calculator/keyboard.js";
import { element, make } from "../page/dom.js";
import { fill, nameOfAction, texts } from "../text/texts.js";

/**
 * @param {object} acts
 * @param {(keys: string[]) => boolean} acts.enter types a number in the room; false if it does not fit
 * @param {(keys: string[]) => Promise<boolean>} acts.keep types it in the reader's own copy of the calculator
 * @param {() => void} acts.close
 */
export function makeOffer({ enter, keep, close }) {
    /** @type {string[] | undefined} */
    let keys;
    let mayPress = true;
    element("offer-use").onclick = () => keys && enter(keys) && close();
    element("offer-keep").onclick = async () => keys && await keep(keys) && close();
    element("offer-discard").onclick = close;

    /** @param {View} parts */
    return function draw({ offer, people }) {
        mayPress = people?.mayPress ?? mayPress;
        if (offer) drawOffer(offer);
        if (offer !== undefined) element("offer").hidden = !offer;
        element("offer-use").hidden = !keys || !mayPress;
        element("offer-keep").hidden = !keys || mayPress;
    };

    /** @param {Offer} offer */
    function drawOffer(offer) {
        const result = outcomeOf({ result: offer.result });
        keys = keysOf(inDigits(offer.result), ".");
        element("offer-text").textContent =
            fill(offer.unsure ? texts.room.offerUnsure : texts.room.offer, result);
        element("offer-use").textContent = fill(texts.room.use, result);
        element("offer-keys").replaceChildren(...offer.keys.flatMap((key) =>
            [make("kbd", {}, nameOfAction(key)), " "]));
    }
}

/**
 * A number without an exponent: `1.5e+3` is `1500`.
 * @param {string} result
 */
export function inDigits(result) {
    const [, sign, whole, fraction = "", exponent] =
        /^(-?)(\d+)\.?(\d*)e([+-]\d+)$/.exec(result) ?? [];
    if (exponent === undefined) return result;
    const point = whole.length + Number(exponent);
    const digits = `${"0".repeat(Math.max(0, 1 - point))}${whole}${fraction}`.padEnd(point, "0");
    const place = Math.max(1, point);
    return `${sign}${digits.slice(0, place)}.${digits.slice(place)}`.replace(/\.$/, "");
}
