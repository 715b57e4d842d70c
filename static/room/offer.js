// Offers the result of keys that were not sent: others changed the calculator while this page was offline.
import { errorOf, outcomeOf } from "../calculator/outcomes.js";
import { element, make } from "../page/dom.js";
import { fill, loadPart, nameOfAction, texts } from "../text/texts.js";

/**
 * @param {object} acts
 * @param {(number: string) => Promise<boolean>} acts.enter types a number in the room; false if it does not fit
 * @param {(number: string) => Promise<boolean>} acts.keep types it in the reader's own copy of the calculator
 * @param {() => void} acts.close
 */
export async function makeOffer({ enter, keep, close }) {
    element("messages").prepend(await loadPart("offer"));
    /** @type {string | undefined} */
    let number;
    /** @type {Offer | null | undefined} */
    let drawn;
    element("offer-use").onclick = async () => number && await enter(number) && close();
    element("offer-keep").onclick = async () => number && await keep(number) && close();
    element("offer-discard").onclick = close;

    /** @param {View} told */
    return function draw({ offer, people }) {
        const mayPress = people?.mayPress !== false;
        // Screen readers read the offer again whenever its text is written.
        if (offer && offer !== drawn) drawOffer(offer);
        drawn = offer;
        element("offer").hidden = !offer;
        element("offer-use").hidden = !number || !mayPress;
        element("offer-keep").hidden = !number || mayPress;
    };

    /** @param {Offer} offer */
    function drawOffer(offer) {
        const result = outcomeOf({ result: offer.result });
        number = errorOf(offer.result) ? undefined : offer.result;
        element("offer-text").textContent =
            fill(offer.unsure ? texts.offer.unsure : texts.offer.offline, result);
        element("offer-use").textContent = fill(texts.offer.use, result);
        element("offer-keys").replaceChildren(...offer.keys.flatMap((key) =>
            [make("kbd", {}, nameOfAction(key)), " "]));
    }
}
