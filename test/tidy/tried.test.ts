/**
 * What the guides show is tried: the program, the journals and the refusals that stand in them are run
 * against the service with the example company in it, and must do what the page says.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BundleProblem } from "../../src/contract/bundle.ts";
import { parseId } from "@daybook/words/public-id";
import { LineProblem } from "../../src/platform/text/line-problem.ts";
import { describeWith, outsideProgram } from "../acceptance/outside.ts";
import { testApp } from "../support/app.ts";
import { blocksOf } from "./pages.ts";
import { textOf } from "./tree.ts";

const http = await testApp();
const { app } = http;
const EXAMPLE = textOf("docs/example-company.json");

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function importBundle(text: string) {
  return app.intake.importBundle(bytesOf(text), () => {});
}

function importJournal(format: "csv" | "ledger", text: string) {
  return app.intake.importJournal(bytesOf(text), { format, name: "Tried" }, () => {});
}

/** A block of a page. */
function blockOf(page: string, kind: string, number = 0): string {
  const block = blocksOf(page).filter((candidate) => candidate.kind === kind)[number];
  if (!block) throw new Error(`${page} has no block ${number} of ${kind}`);
  return block.text;
}

/** What a program of JavaScript or Python prints, run by itself with only these variables. */
async function run(
  program: string,
  environment: Readonly<Record<string, string>>,
  language: "js" | "python" = "js",
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-tried-"));
  try {
    const path = join(folder, language === "js" ? "program.mjs" : "program.py");
    await writeFile(path, program);
    const command = language === "js" ? process.execPath : "python3";
    const env = { ...environment, PATH: process.env["PATH"] };
    return await new Promise((resolve, reject) => {
      execFile(command, [path], { env, timeout: 20_000 }, (error, stdout, stderr) =>
        error ? reject(new Error(stderr || error.message)) : resolve(stdout),
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe("docs/guides/drill-down.md", () => {
  test("shows a program that prints what the page says", async () => {
    const { company_id } = await importBundle(EXAMPLE);
    const key = await http.keyOf(company_id, "ada@example.com");
    const page = "docs/guides/drill-down.md";
    expect(await run(blockOf(page, "js"), { DAYBOOK_URL: http.address, DAYBOOK_KEY: key })).toBe(
      blockOf(page, "text"),
    );
  });
});

describeWith(outsideProgram("python3"), "programs in Python", () => {
  async function environment() {
    const { company_id } = await importBundle(EXAMPLE);
    return { DAYBOOK_URL: http.address, DAYBOOK_KEY: await http.keyOf(company_id, "ada@example.com") };
  }

  test("of docs/guides/pagination.md print what the page says", async () => {
    const page = "docs/guides/pagination.md";
    expect(await run(blockOf(page, "python"), await environment(), "python")).toBe(blockOf(page, "text"));
  });

  test("of docs/guides/errors.md send again what may be sent again, and nothing else", async () => {
    const program = `${blockOf("docs/guides/errors.md", "python")}
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

statuses = [503, 429, 200, 422]


class Server(BaseHTTPRequestHandler):
    def do_GET(self):
        status = statuses.pop(0)
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "1")
        self.end_headers()
        error = {"code": f"code_{status}", "message": "A message."}
        self.wfile.write(json.dumps({"object": "good"} if status == 200 else {"error": error}).encode())

    def log_message(self, *args):
        pass


server = HTTPServer(("127.0.0.1", 0), Server)
Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}/"
print(ask(address))
try:
    ask(address)
except RuntimeError as refused:
    print(refused, statuses)
`;
    expect(await run(program, {}, "python")).toBe("{'object': 'good'}\ncode_422: A message. []\n");
  });
});

describe("docs/guides/import-books.md", () => {
  const page = "docs/guides/import-books.md";
  const csv = blockOf(page, "csv");

  test("shows a journal and a plain-text ledger that come in", async () => {
    expect(await importJournal("csv", csv)).toMatchObject({ vouchers: 3, entries: 6, categories: 4 });
    expect(await importJournal("ledger", blockOf(page, "ledger"))).toMatchObject({
      vouchers: 2,
      entries: 4,
      categories: 3,
    });
  });

  test("shows how an unbalanced journal is refused", async () => {
    const wrong = importJournal("csv", csv.replace("Equity:Capital,,10000.00", "Equity:Capital,,1000.00"));
    const error = await wrong.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LineProblem);
    expect(`Nothing was imported. ${(error as Error).message}\n`).toBe(blockOf(page, "text"));
  });
});

describe("docs/concepts/company-bundle.md", () => {
  test("shows how a wrong record is refused", async () => {
    const bundle = JSON.parse(EXAMPLE) as {
      company: { id: string };
      journal: { lines: { category_id: string }[] }[];
    };
    const line = bundle.journal[8]?.lines[1];
    if (!line) throw new Error("the example company has fewer vouchers than the page says");
    line.category_id = "cat_travle";
    const error = await importBundle(JSON.stringify(bundle)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BundleProblem);
    expect(`Nothing was imported. ${(error as Error).message}.\n`).toBe(
      blockOf("docs/concepts/company-bundle.md", "text"),
    );
  });

  test("says truly that the same file twice changes nothing", async () => {
    await importBundle(EXAMPLE);
    const { company_id, counts } = await importBundle(EXAMPLE);
    expect(parseId("company", company_id)).not.toBeNull();
    for (const [section, { created, updated, unchanged }] of Object.entries(counts)) {
      expect([section, created, updated]).toEqual([section, 0, 0]);
      expect(unchanged, section).toBeGreaterThan(0);
    }
  });
});

describe("docs/concepts/fiscal-years.md", () => {
  test("says truly that the fiscal year breaks retained earnings down and changes no total", async () => {
    const { company_id } = await importBundle(EXAMPLE);
    const company = parseId("company", company_id);
    if (company === null) throw new Error("no company");
    const key = await http.keyOf(company_id, "ada@example.com");
    const sheet = () =>
      http.read<{
        equity: {
          total_cents: number;
          retained_earnings: { beginning_balance_cents: number; net_income_cents: number };
        };
      }>("/reports/balance_sheet?date=2026-03-31", key);
    expect((await sheet()).equity.retained_earnings).toMatchObject({
      beginning_balance_cents: 0,
      net_income_cents: 375_000,
    });
    await app.company.change(company, { fiscal_year_start_month: 3 });
    try {
      // January and February now lie before the fiscal year: 30,000 + 1,200,000 + 30,000 - 800,000 cents.
      expect((await sheet()).equity).toMatchObject({
        total_cents: 25_375_000,
        retained_earnings: { beginning_balance_cents: 460_000, net_income_cents: -85_000 },
      });
    } finally {
      await app.company.change(company, { fiscal_year_start_month: 1 });
    }
  });
});
