/**
 * How long the longest bank file takes to be planned for an account and to come in: 100,000 lines, with a
 * running balance that proves them, on the embedded database and on a server.
 */
import { join } from "node:path";
import { openApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import type { PublicId } from "@daybook/words/public-id";
import { seeded } from "../books.ts";
import { timeMs } from "../figures.ts";
import type { Bench, Part } from "../part.ts";
import type { Place } from "../process/child.ts";

const LINES = 100_000;
const PLAN_S = 5;
const DAYS = 700;
const FIRST_DAY = Date.UTC(2024, 0, 13);
const DAY_MS = 86_400_000;

export const bankFile: Part = {
  name: "bank-file",
  about: "time to plan and take in the longest bank file",
  async run(bench) {
    await measure(bench, "embedded", { DAYBOOK_HOME: join(await bench.folder("bank-file"), "home") });
    if (bench.server === null) bench.skipped("a bank file on a server database: none is named");
    else await measure(bench, "server", { DATABASE_URL: await bench.database("bank_file") });
  },
};

async function measure(bench: Bench, where: string, place: Place): Promise<void> {
  bench.say(`bank-file: ${where}`);
  const { company_id } = await seeded(place, null);
  const company = company_id as PublicId<"company">;
  const app = await openApp(readConfig({ ...place, LOG_LEVEL: "error" }), { command: "bench" });
  try {
    const account = (await app.banking.listAllAccounts(company)).find(({ type }) => type !== "credit");
    const wanted = {
      account_id: account?.id ?? "",
      source: {
        file: [fileOf(LINES)],
        name: "statement.csv",
        format: null,
        columns: {},
        dateFormat: null,
        signs: null,
        anyAccount: false,
      },
    } as const;
    // The first use loads modules; it is not measured.
    await app.uploads.preview(
      company,
      { ...wanted, source: { ...wanted.source, file: [fileOf(100)] } },
      app.clock.now(),
    );
    for (const what of ["planned", "taken in", "planned again"] as const) {
      const ms = await timeMs(async () => {
        const now = app.clock.now();
        if (what === "taken in") await app.uploads.upload(company, wanted, now);
        else await app.uploads.preview(company, wanted, now);
      });
      bench.found({
        what: `a bank file of 100,000 lines ${what}, ${where}`,
        measured: { value: ms / 1000, unit: "s" },
        beside: null,
        target: what === "taken in" ? null : { of: "measured", bound: "at most", value: PLAN_S },
      });
    }
  } finally {
    await app.close();
  }
}

/** A file with so many lines, the oldest first, and the balance after each. */
function fileOf(lines: number): Buffer {
  let balance = 5_000_000_00;
  const rows = Array.from({ length: lines }, (_, index) => {
    const day = new Date(FIRST_DAY + Math.floor((index * DAYS) / lines) * DAY_MS);
    const cents = ((index * 7_919) % 499_999) - 250_000;
    balance += cents;
    return `${day.toISOString().slice(0, 10)},Purchase ${index},${(cents / 100).toFixed(2)},${(balance / 100).toFixed(2)}`;
  });
  return Buffer.from(`Date,Description,Amount,Balance\n${rows.join("\n")}\n`);
}
