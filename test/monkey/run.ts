/** `npm run monkey`: the monkey explores the console of the sample company in one Chromium. */
import { Command, InvalidArgumentError } from "commander";
import { OWNER, startConsole, visitConsole } from "../acceptance/console-app.ts";
import { explore, faultsOfBooks, heapOfRounds, ownersId } from "./monkey.ts";

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError("Give a number above zero.");
  return number;
}

/** The walks through all pages, in one document. The first half fills caches; after it, memory must stay. */
const MEMORY_ROUNDS = 12;
const MOST_GROWTH = 1.15;

const program = new Command("monkey")
  .description(
    "Clicks, types, drags, presses keys and changes pages of the console at random, as the owner of a sample company. Fails on errors of scripts, answers of 5xx, texts without contrast, and pages that are blank or gave up. Afterwards checks the memory and the books.",
  )
  .option("--minutes <number>", "How long it explores.", positive, 10)
  .option(
    "--seed <number>",
    "The seed of a former run; another one each time without it.",
    positive,
    Date.now(),
  )
  .option("--steps", "Print each step.", false)
  .parse();
const { minutes, seed, steps } = program.opts<{ minutes: number; seed: number; steps: boolean }>();

const print = (line: string): void => void process.stdout.write(`${line}\n`);
print(`The seed is ${seed}.`);
const setting = await startConsole();
try {
  const visit = await visitConsole(setting, OWNER);
  const member = await ownersId(setting);
  const end = performance.now() + minutes * 60_000;
  let count = 0;
  const faults = await explore(
    visit,
    seed,
    () => performance.now() < end,
    (line) => {
      count += 1;
      if (steps) print(line);
    },
  );
  await visit.page.setViewportSize({ width: 1_400, height: 900 });
  const [before, after] = await heapOfRounds(visit, MEMORY_ROUNDS);
  print(
    `The heap has ${before} MB after half of ${MEMORY_ROUNDS} rounds through all pages, and ${after} MB after all.`,
  );
  if (after > before * MOST_GROWTH) faults.push({ step: count, fault: "The memory grows.", trail: [] });
  for (const { step, fault, trail } of faults)
    print([`\nStep ${step}: ${fault}`, ...trail.map((line) => `    ${line}`)].join("\n"));
  const ofBooks = await faultsOfBooks(setting, visit.page, member);
  for (const fault of ofBooks) print(fault);
  print(`${count} steps, ${faults.length + ofBooks.length} faults.`);
  process.exitCode = faults.length + ofBooks.length === 0 ? 0 : 1;
} finally {
  await setting.close();
}
