/**
 * Plain-text accounting programs on the same books: the income statement of a quarter by `ledger` and by
 * `hledger`, where they are installed, beside ours over HTTP. They read the whole file each time, which
 * is how they are used. The result counts only when they come to the same net income.
 */
import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { addDays, startOfQuarter } from "@daybook/words/civil-date";
import type { Books } from "./books.ts";
import { median } from "./figures.ts";
import { askOnce, load } from "./load.ts";
import type { Bench } from "./part.ts";

const MOST_MS = 180_000;
const TIMES_FASTER = 1000;
const REQUESTS = 300;

const SECTIONS = ["revenue", "cost_of_goods_sold", "expense", "other_income", "other_expense"];

/**
 * Every line as `date, voucher, description, section, category, cents of debit less credit`, in the order of
 * the vouchers.
 */
const LINES = (companyId: string) => `select e.date, e.voucher_id, c.account_type, c.id, e.net_debit_cents
  from journal_entries e join categories c on c.company_id = e.company_id and c.id = e.category_id
  where e.company_id = '${companyId}' order by e.date, e.voucher_id, e.line`;

export async function comparePrograms(bench: Bench, books: Books): Promise<void> {
  const { app, apiKey } = books;
  const end = addDays(startOfQuarter(app.clock.today()), -1);
  const begin = startOfQuarter(end);
  const rest = app.rest();
  bench.undo.defer(() => rest.close());
  const origin = await rest.listen({ port: 0, host: "127.0.0.1" });
  const request = {
    origin,
    path: `/api/v1/reports/income_statement?start_date=${begin}&end_date=${end}`,
    key: apiKey,
  };
  const { net_income_cents: ours } = JSON.parse((await askOnce(request)).body.toString()) as {
    net_income_cents: number;
  };
  const ms = median(await load([request], REQUESTS, 1));

  bench.say("statements: writing the same books as a plain-text ledger");
  const file = join(await bench.folder("ledger"), "books.ledger");
  await app.db.transaction(
    (tx) => pipeline(journal(tx.copyOut(LINES(books.companyId))), createWriteStream(file)),
    { mode: "snapshot", long: true },
  );

  for (const program of ["ledger", "hledger"]) {
    bench.say(`statements: the same by ${program}`);
    const words = [
      "-f",
      file,
      "balance",
      ...SECTIONS.map((section) => `^${section}`),
      "-b",
      begin,
      "-e",
      addDays(end, 1),
      "--depth",
      "1",
    ];
    const run = await runProgram(program, words);
    if (typeof run === "string") {
      bench.skipped(`${program}: ${run}`);
      continue;
    }
    // The last figure is the total, debit less credit: the negative of income.
    const theirs = -Math.round(
      Number(
        run.output
          .match(/-?[\d,]+\.\d\d/g)
          ?.at(-1)
          ?.replaceAll(",", ""),
      ) * 100,
    );
    if (theirs !== ours)
      throw new Error(`${program} comes to a net income of ${theirs} cents, we to ${ours}`);
    bench.found({
      what: `income statement by ${program}, ${books.entries.toLocaleString("en-US")} entries`,
      measured: { value: run.ms, unit: "ms" },
      beside: { what: "ours over HTTP", figure: { value: ms, unit: "ms" } },
      target: program === "ledger" ? { of: "ratio", bound: "at least", value: TIMES_FASTER } : null,
    });
  }
}

/** Returns the output of a program and the milliseconds it took, or the reason why there is none. */
function runProgram(
  program: string,
  words: readonly string[],
): Promise<{ output: string; ms: number } | string> {
  const start = performance.now();
  return new Promise((resolve) => {
    execFile(program, words, { timeout: MOST_MS, maxBuffer: 1 << 20 }, (error, output, said) => {
      const ms = performance.now() - start;
      if (!error) resolve({ output, ms });
      else if (error.code === "ENOENT") resolve("it is not installed");
      else resolve(ms >= MOST_MS ? `it took more than ${MOST_MS / 1000} s` : said.slice(0, 300));
    });
  });
}

/** COPY rows as a journal. */
async function* journal(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = "";
  let current = "";
  for await (const part of parts) {
    const lines = (rest + part.toString()).split("\n");
    rest = lines.pop() ?? "";
    let text = "";
    for (const line of lines) {
      const [date = "", voucher = "", section = "", category = "", cents = "0"] = line.split("\t");
      if (voucher !== current) text += `\n${date} ${voucher}\n`;
      current = voucher;
      const digits = cents.replace("-", "").padStart(3, "0");
      text += `    ${section}:${category}    ${cents.startsWith("-") ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)} USD\n`;
    }
    yield text;
  }
}
