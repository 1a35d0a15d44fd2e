/**
 * The time to import the books of another program: 100,000 lines in each format, on the embedded database, on
 * a server, and without storing them. And the memory for a file of five times the length.
 */
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BOOK_WRITERS, type BookVoucher } from "../../test/support/books.ts";
import { timeMs } from "../figures.ts";
import type { Bench, Part } from "../part.ts";
import { type Place, runDaybook } from "../process/child.ts";

const LINES = 100_000;
const LONG = 500_000;
const EMBEDDED_S = 12;
const SERVER_S = 6;
/** A dry run takes at most half the time of an import. */
const DRY_RUN_RATIO = 0.5;
/** With a larger heap, most of the measured memory would be garbage. */
const SMALL_HEAP = "--max-old-space-size=256";
/** A longer file makes the garbage collector run later, but nothing is kept. */
const MEMORY_RATIO = 1.25;
const LINES_OF_VOUCHER = 2;

export const movingIn: Part = {
  name: "move-in",
  about: "time and memory of importing other programs' books",
  async run(bench) {
    const folder = await bench.folder("move-in");
    const formats = Object.keys(BOOK_WRITERS).filter((format) => format.includes(bench.caseText));
    for (const format of formats) {
      const file = join(folder, `${format}.txt`);
      await writeBooks(file, format, LINES);
      await inEachPlace(bench, folder, format, file);
    }
    const [format] = formats;
    if (format !== undefined) await memory(bench, folder, "quickbooks-journal");
  },
};

async function inEachPlace(bench: Bench, folder: string, format: string, file: string): Promise<void> {
  bench.say(`move-in: ${format}`);
  const home = { DAYBOOK_HOME: join(folder, `home-${format}`) };
  const embedded = await run(home, ["import", "journal", file, "--json"]);
  const dry = await run(home, ["import", "journal", file, "--dry-run", "--json"]);
  bench.found({
    what: `${format}, 100,000 lines, embedded`,
    measured: { value: embedded.seconds, unit: "s" },
    beside: null,
    target: { of: "measured", bound: "at most", value: EMBEDDED_S },
  });
  bench.found({
    what: `${format}, 100,000 lines, dry run`,
    measured: { value: dry.seconds, unit: "s" },
    beside: { what: "import, embedded", figure: { value: embedded.seconds, unit: "s" } },
    target: { of: "ratio", bound: "at most", value: DRY_RUN_RATIO },
  });
  if (bench.server === null) {
    bench.skipped(`${format} to a server database: none is named`);
    return;
  }
  const url = await bench.database(`move_in_${format.replaceAll("-", "_")}`);
  const server = await run({ DATABASE_URL: url }, ["import", "journal", file, "--json"]);
  bench.found({
    what: `${format}, 100,000 lines, server`,
    measured: { value: server.seconds, unit: "s" },
    beside: null,
    target: { of: "measured", bound: "at most", value: SERVER_S },
  });
}

/** The memory of a long file beside that of a short one; on a server, whose memory is not the process's. */
async function memory(bench: Bench, folder: string, format: string): Promise<void> {
  if (bench.server === null) return;
  const peaks: number[] = [];
  for (const lines of [LINES, LONG]) {
    const file = join(folder, `${format}-${lines}.txt`);
    await writeBooks(file, format, lines);
    const url = await bench.database(`move_in_memory_${lines}`);
    const place = { DATABASE_URL: url, NODE_OPTIONS: SMALL_HEAP };
    peaks.push((await run(place, ["import", "journal", file, "--json"])).peakBytes / 1e6);
  }
  const [short = 0, long = 0] = peaks;
  bench.found({
    what: `${format}, 500,000 lines, server: peak memory`,
    measured: { value: long, unit: "MB" },
    beside: { what: "at 100,000", figure: { value: short, unit: "MB" } },
    target: { of: "ratio", bound: "at most", value: MEMORY_RATIO },
  });
}

async function run(
  place: Place,
  command: readonly string[],
): Promise<{ seconds: number; peakBytes: number }> {
  // The schema is made first, so that only the import is measured.
  await runDaybook(place, ["migrate"]).ended();
  let peakBytes = 0;
  const ms = await timeMs(async () => {
    ({ peakBytes } = await runDaybook(place, [...command]).ended());
  });
  return { seconds: ms / 1000, peakBytes };
}

const ACCOUNTS = ["Expenses:Rent", "Expenses:Travel", "Expenses:Meals", "Income:Sales", "Liabilities:Loan-X"];
const DAYS = 700;
const FIRST_DAY = Date.UTC(2024, 0, 13);
const DAY_MS = 86_400_000;

/** Writes books of vouchers with two lines each, in the order of their days. */
async function writeBooks(file: string, format: string, lines: number): Promise<void> {
  const vouchers = Array.from({ length: lines / LINES_OF_VOUCHER }, (_, index): BookVoucher => {
    const day = new Date(FIRST_DAY + Math.floor((index * DAYS * LINES_OF_VOUCHER) / lines) * DAY_MS);
    const cents = 100 + ((index * 7_919) % 999_983);
    return {
      date: day.toISOString().slice(0, 10),
      description: `Purchase ${index}`,
      lines: [
        { account: ACCOUNTS[index % ACCOUNTS.length] ?? "", cents },
        { account: "Assets:Checking", cents: -cents },
      ],
    };
  });
  await pipeline([BOOK_WRITERS[format]?.(vouchers) ?? ""], createWriteStream(file));
}
