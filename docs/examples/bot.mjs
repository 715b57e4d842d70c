// Answers the questions of a room, such as "12 × 12?".
//
//     curl -o calcroom.mjs https://calc.example/api/calcroom.js
//     node bot.mjs https://calc.example/rooms/mathe
import { join } from "./calcroom.mjs";

const signs = { "×": "*", "·": "*", "÷": "/", ":": "/", "−": "-" };

const room = await join(process.argv[2], { name: "Bot" });
room.on("failed", ({ why }) => console.error(`no answer: ${why}`));
room.closed.then((error) => console.log(error.message));

let last;
for await (const { question } of room.views()) {
    if (question?.state !== "open" || question.question === last) continue;
    last = question.question;
    const calculation = Array.from(question.text?.match(/[\d.+*/()×·÷:−-]/g) ?? [], (sign) => signs[sign] ?? sign);
    if (calculation.length === 0) continue;
    // The room calculates: an answer is a sequence of keys.
    const keys = [...calculation.slice(0, 63), "="];
    await room.act({ answer: { question: last, keys } }).then(() => console.log(keys.join(" ")), () => {});
}
