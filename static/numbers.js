// Numbers as the reader's locale writes them: `-1234.50` is `-1.234,50` in German. This is work on
// text, so that zeros at the end stay, and numbers of any length.

/** The marks of a locale, and where it sets them: those of the browser unless one is named. */
export function marksOf(locale) {
    const format = new Intl.NumberFormat(locale, { numberingSystem: "latn" });
    const values = (type, number) =>
        format.formatToParts(number).filter((part) => part.type === type).map(({ value }) => value);
    const groups = values("integer", 123456789012);
    return {
        decimal: values("decimal", 1.5)[0],
        group: values("group", 123456789012)[0] ?? "",
        /** Digits in the last group and in those before it. */
        last: groups.at(-1).length, others: groups.at(-2)?.length,
        /** Spanish groups 12.345 but not 1234. */
        least: values("group", 1234).length > 0 ? 4 : 5,
    };
}

export const marks = marksOf();

/** Every number of a text, an expression say, in the reader's marks. */
export function local(text, { decimal, group, last, others, least } = marks) {
    const grouped = (digits) => {
        if (!group || digits.length < least) return digits;
        const groups = [digits.slice(-last)];
        for (let end = digits.length - last; end > 0; end -= others) {
            groups.unshift(digits.slice(Math.max(0, end - others), end));
        }
        return groups.join(group);
    };
    return text.replaceAll(/(\d+)(\.?)(\d*(?:e[+-]\d+)?)/g, (_, whole, point, rest) =>
        grouped(whole) + (point && decimal) + rest);
}
