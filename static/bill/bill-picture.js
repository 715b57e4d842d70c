// Draws the result of a bill as a picture.
const [width, edge, size] = [1080, 72, 44];

/**
 * A PNG with the title, the shares, the debts and the link, in the reader's language and colours for paper.
 * @param {{ title: string[], shares: string[][], debts: string[][], address: string }} result
 * @returns {Promise<File>}
 */
export async function pictureOf({ title, shares, debts, address }) {
    const canvas = document.createElement("canvas");
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const family = getComputedStyle(document.body).fontFamily;
    /** @type {{ left: string, right?: string, size: number, weight: number, ink: string, space: number }[]} */
    const lines = [
        { left: title[0], right: title[1], size: 64, weight: 700, ink: "#17171c", space: 48 },
        ...shares.map(([left, right]) => ({ left, right, size, weight: 500, ink: "#17171c", space: 24 })),
        ...debts.map(([left, right], index) =>
            ({ left, right, size, weight: 400, ink: "#3a4048", space: index === 0 ? 56 : 24 })),
        { left: address, size: 32, weight: 400, ink: "#3a4048", space: 56 },
    ];
    const fit = (/** @type {typeof lines[0]} */ line) => {
        const room = width - 2 * edge - (line.right ? 32 : 0);
        const font = (/** @type {number} */ pixels) => (pen.font = `${line.weight} ${pixels}px ${family}`);
        font(line.size);
        const needed = pen.measureText(line.left).width + pen.measureText(line.right ?? "").width;
        const pixels = Math.floor(line.size * Math.min(1, room / needed));
        font(pixels);
        return pixels;
    };
    canvas.width = width;
    canvas.height = lines.reduce((height, line) => height + line.size + line.space, 2 * edge - lines[0].space);
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.textBaseline = "top";
    let y = edge - lines[0].space;
    for (const line of lines) {
        y += line.space;
        const pixels = fit(line);
        pen.fillStyle = line.ink;
        pen.textAlign = "left";
        pen.fillText(line.left, edge, y + line.size - pixels);
        pen.textAlign = "right";
        if (line.right) pen.fillText(line.right, width - edge, y + line.size - pixels);
        y += line.size;
    }
    const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new Error("no picture");
    return new File([blob], "bill.png", { type: "image/png" });
}
