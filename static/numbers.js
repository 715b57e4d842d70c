// Numbers as the reader's locale writes them: `-1234.50` is `-1.234,50` in German. Only what stands
// before a point is read as a number, of any size, so that nothing is rounded and no zero is lost.

/** The marks of a locale: the browser's, unless one is named. */
export function numbersOf(locale) {
    const format = new Intl.NumberFormat(locale, { numberingSystem: "latn" });
    const mark = (type) => format.formatToParts(123456.7).find((part) => part.type === type)?.value;
    const decimal = mark("decimal");
    const number = /(\d+)(\.?)(\d*(?:e[+-]\d+)?)/g;
    return {
        decimal, group: mark("group"),
        /** Marks every number of a text, an expression say. */
        local: (text) => text.replaceAll(number, (_, whole, point, rest) =>
            format.format(BigInt(whole)) + (point && decimal) + rest),
    };
}

export const { decimal, group, local } = numbersOf();
