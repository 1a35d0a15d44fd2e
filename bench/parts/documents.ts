/**
 * The search of the documentation in Chromium: from a letter that is typed to the list laid out. By the clock
 * of the page, so that the driver's own time does not count.
 */
import { openChromium } from "../../test/acceptance/chromium.ts";
import { quantile } from "../figures.ts";
import type { Bench, Part } from "../part.ts";
import { runDaybook } from "../process/child.ts";

const ANSWER_MOST_MS = 50;
const ROUNDS = 15;
/**
 * Questions of people: one word, several, an operation, a member, an error code, a misspelled word, and a
 * word that is nowhere.
 */
const QUESTIONS = [
  "cash",
  "how do i page through transactions",
  "create journal entry",
  "updated_after",
  "idempotency_key_reused",
  "recieve webhook",
  "zzzz",
];
/** In the page: types each question letter by letter; returns the milliseconds that each letter took. */
const TYPE = `(questions, rounds) => {
  const input = document.querySelector("dialog.search input");
  const list = document.querySelector("#search-results");
  const times = [];
  for (let round = 0; round < rounds; round += 1)
    for (const question of questions)
      for (let length = 1; length <= question.length; length += 1) {
        input.value = question.slice(0, length);
        const start = performance.now();
        input.dispatchEvent(new Event("input"));
        list.getBoundingClientRect();
        times.push(performance.now() - start);
      }
  return times;
}`;

export const documents: Part = {
  name: "documents",
  about: "the search of the documentation in Chromium",
  async run(bench: Bench) {
    bench.say("documents: typing questions into the search");
    const place = { DAYBOOK_HOME: await bench.folder("documents") };
    const daybook = runDaybook(place, ["start", "--port", "0", "--json", "--no-sample"]);
    bench.undo.defer(() => daybook.stop());
    const { origin } = new URL((JSON.parse(await daybook.firstLine) as { base_url: string }).base_url);
    const browser = await openChromium();
    bench.undo.defer(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`${origin}/docs`);
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill(QUESTIONS[0] ?? "");
    await page.getByRole("option").first().waitFor();
    const times = await page.evaluate<number[]>(`(${TYPE})(${JSON.stringify(QUESTIONS)}, ${ROUNDS})`);
    for (const [name, value] of [
      ["median", quantile(times, 0.5)],
      ["99 %", quantile(times, 0.99)],
      ["the slowest", Math.max(...times)],
    ] as const)
      bench.found({
        what: `an answer of the search of the documentation, ${name} of ${times.length}`,
        measured: { value, unit: "ms" },
        beside: null,
        target: { of: "measured", bound: "at most", value: ANSWER_MOST_MS },
      });
    await daybook.stop();
  },
};
