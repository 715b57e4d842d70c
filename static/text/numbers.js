// Formats numbers as the reader's locale writes them: `-1234.50` is `-1.234,50` in German. Only digits before
// the point are parsed, as integers of any size, so that nothing is rounded and no zero is lost.

/**
 * The decimal mark and the group mark of a locale, and a function that formats all numbers of a text.
 * @param {string} [locale] the browser's by default
 */
export function numbersOf(locale) {
    const format = new Intl.NumberFormat(locale, { numberingSystem: "latn" });
    /** @param {Intl.NumberFormatPartTypes} type */
    const mark = (type) => format.formatToParts(123456.7).find((part) => part.type === type)?.value;
    const decimal = mark("decimal") ?? ".";
    const number = /(\d+)(\.?)(\d*(?:e[+-]\d+)?)/g;
    return {
        decimal, group: mark("group") ?? "",
        /** @param {string} text */
        local: (text) => text.replaceAll(number, (_, whole, point, rest) =>
            format.format(BigInt(whole)) + (point && decimal) + rest),
    };
}

export const { decimal, group, local } = numbersOf();
