/** Commands on lines and files of banks: what is read, refused and printed, and the exit codes. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testApp, type TestCompany } from "../../../../test/support/app.ts";
import { cr, dr, voucher } from "../../../../test/support/bundle.ts";
import { present } from "@daybook/words/assert";
import { runDatabaseCommand } from "../command.ts";
import { readFields } from "../fields.ts";
import { FEED_COMMANDS } from "./feed.ts";

const http = await testApp();

async function withAccount() {
  const company = await http.company({ transactions: [] });
  const { body } = await http.send<{ id: string }>("/accounts", {
    key: company.key,
    method: "POST",
    body: { name: "Checking", type: "checking" },
  });
  return { company, account: body.id };
}

async function fileOf(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-feed-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

async function run(company: TestCompany, name: string, given: Readonly<Record<string, unknown>>) {
  const command = present(
    FEED_COMMANDS.find((each) => each.name === name),
    `there is no command ${name}`,
  );
  const args = readFields(command.fields, { company: company.id, ...given });
  const result = await runDatabaseCommand(command, http.app, args, {
    report: () => {},
    signal: new AbortController().signal,
    operator: "ada",
  });
  return {
    result: result as Readonly<Record<string, unknown>>,
    shown: command.show(result, args),
    exit: command.exit?.(result) ?? "ok",
  };
}

test("lines are added, changed and removed; refused ones are listed, and the exit says so", async () => {
  const { company, account } = await withAccount();
  const line = (external_id: string, more: object = {}) =>
    JSON.stringify({ account_id: account, external_id, date: "2026-05-01", amount_cents: -100, ...more });
  const feed = async (verb: string, ...lines: readonly string[]) =>
    run(company, `feed ${verb}`, { file: await fileOf("lines.jsonl", lines.join("\n")) });
  const added = await feed("add", line("a"), line("b"));
  expect(added).toMatchObject({ exit: "ok", result: { company_id: company.id, counts: { created: 2 } } });
  expect(added.shown.split("\n").map((row) => row.trim().split(/ +/))).toEqual([
    ["BECAME", "LINES"],
    ["created", "2"],
  ]);
  expect((await feed("add")).shown).toBe("There were no lines.");
  const refused = await feed("change", line("a", { amount_cents: -150 }), "{", line("none"));
  expect(refused.exit).toBe("usage");
  expect(refused.shown).toMatch(/updated +1\nrefused +2\n\nLINE +REFUSED BECAUSE\n2 +it is not JSON\n3 +/);
  const removed = await feed("remove", JSON.stringify({ account_id: account, external_id: "b" }));
  expect(removed.shown).toMatch(/removed +1$/);
  expect((await company.read<{ data: unknown[] }>("/transactions")).data).toMatchObject([
    { amount_cents: -150 },
  ]);
});

const CSV = "Date,Description,Amount\n2026-05-01,Cafe,-5.00\n2026-05-02,Shop,-7.00\n";

test("a file is uploaded, listed and taken back", async () => {
  const { company, account } = await withAccount();
  const file = await fileOf("may.csv", `${CSV}2026-05-03,Odd,much\n`);
  const upload = await run(company, "upload", { account, file });
  const id = String(upload.result["id"]);
  expect(upload.exit).toBe("usage");
  expect(upload.shown).toMatch(
    new RegExp(
      `^Upload ${id}: 3 lines, of which 2 are new, 0 already existed and 1 were refused\\.[^]*LINE +CODE +WHY\\n4 +invalid_amount +`,
    ),
  );
  http.clock.set("2026-05-20T20:00:00Z");
  const again = await run(company, "upload", { account, file: await fileOf("may again.csv", CSV) });
  expect([again.exit, again.shown]).toEqual([
    "ok",
    expect.stringContaining("2 lines, of which 0 are new, 2 already existed and 0 were refused."),
  ]);
  const listed = async (more: Readonly<Record<string, unknown>> = {}) =>
    (await run(company, "upload list", more)).shown.split("\n").slice(1);
  expect(await listed({ account })).toEqual([
    expect.stringMatching(/^\S+ +\S+ +2026-05-20 +may again\.csv +0 +succeeded$/),
    expect.stringMatching(new RegExp(`^${id} +${account} +2026-05-20 +may\\.csv +2 +partially_succeeded$`)),
  ]);
  expect((await run(company, "upload list", { account: "acct_none" })).shown).toBe("There are no uploads.");
  expect((await run(company, "upload undo", { upload: id, dry_run: true })).shown).toBe(
    `2 transactions of ${id} would be removed. Nothing was changed.`,
  );
  expect((await run(company, "upload undo", { upload: id })).shown).toBe(
    `2 transactions of ${id} were removed.`,
  );
  expect((await listed()).at(1)).toMatch(/taken back$/);
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ["an unknown column", { column: ["sum=Amount"] }, '--column does not accept "sum"; it must be one of '],
  ["a column twice", { column: ["date=Date", "date=Day"] }, "--column names date twice."],
])("%s is refused before the file is read", async (_what, given, message) => {
  const { company, account } = await withAccount();
  await expect(run(company, "upload", { account, file: "/none.csv", ...given })).rejects.toThrow(message);
});

test("lines that imported books have are listed, and answered for one by one or all at once (RULE-032)", async () => {
  const company = await http.company({
    transactions: [],
    accounts: [{ id: "acct_twin", name: "Checking", type: "checking", category_id: "cat_checking" }],
    journal: [
      voucher("2026-01-20", "Shell", [dr("software", 60_50), cr("checking", 60_50)], {
        id: "vch_shell",
        source: "csv_upload",
      }),
    ],
  });
  const file = await fileOf("bank.csv", "Date,Description,Amount\n2026-01-21,Shell oil,-60.50\n");
  const { shown } = await run(company, "upload", { file, account: "acct_twin" });
  expect(shown).toContain("1 line waits for an answer: see `feed twins`, then say it with `feed answer`.");
  const twins = async () => (await run(company, "feed twins", {})).shown;
  expect(await twins()).toContain("2026-01-20 Shell");
  const answer = (given: object) => run(company, "feed answer", { answer: "same", ...given });
  await expect(answer({})).rejects.toThrow("Give --all, or each line with --line.");
  expect((await answer({ all: true })).shown).toBe(
    "1 line is the same as entries of imported books, and not posted.",
  );
  expect(await twins()).toBe("No line waits for an answer.");
});
