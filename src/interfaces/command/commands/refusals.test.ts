/** What commands refuse before or while they run, in the whole sentences that a person reads. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { ACCOUNTS, CARDS, FEED_CHART, transaction } from "../../../../test/support/feed.ts";
import { category } from "../../../../test/support/bundle.ts";
import { spool } from "../../../platform/machine/files.ts";
import { checkArgs } from "../check-args.ts";
import { runDatabaseCommand } from "../command.ts";
import { readFields } from "../fields.ts";
import { readCommandLine } from "../program.ts";

const http = await testApp();
const company = await http.company({
  categories: [
    ...FEED_CHART,
    ...category("gain_1", "Gain on Sale", "other_income", "investing").map((row) => ({
      ...row,
      position: 93,
    })),
  ],
  accounts: ACCOUNTS,
  cards: CARDS,
  transfers: [],
  transactions: [transaction("free", 0), transaction("laptop", -3_600_00), transaction("some", -100_00)],
});

/** Runs a command line, whose words are parted by single blanks and stand in quotes where they have some. */
async function run(line: string): Promise<unknown> {
  const words = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const request = readCommandLine(words, "1.0.0");
  if (request.kind !== "run") throw new Error(request.text);
  const { command } = request;
  if (command.place !== "database") throw new Error(`${command.name} needs no database`);
  return runDatabaseCommand(
    command,
    http.app,
    checkArgs(command.fields, readFields(command.fields, request.given)),
    { report: () => {}, signal: new AbortController().signal, operator: "ada" },
  );
}

const [member] = company.bundle.members ?? [];
const user = (company.bundle.users ?? []).find(({ id }) => id === member?.user_id);
const statesOf = (count: number): string =>
  Array.from({ length: count }, (_, index) => `--state State${index}`).join(" ");

test.each<readonly [line: string, sentence: string]>([
  [
    "import journal missing.csv --company COMPANY --change vch_1=perhaps",
    '--change does not accept "vch_1=perhaps"; write --change vch_1=apply or --change vch_1=leave.',
  ],
  [
    "account reconcile acct_checking --balance 2026-02-30=1 --company COMPANY",
    '--balance does not accept "2026-02-30=1"; write a day and dollars, such as 2026-03-31=12,345.67.',
  ],
  [
    "account reconcile acct_checking --balance 2026-03-31=much --company COMPANY",
    '--balance does not accept "2026-03-31=much"; write a day and dollars, such as 2026-03-31=12,345.67.',
  ],
  [
    "account reconcile acct_checking --company COMPANY",
    "Give at least one --balance, such as --balance 2026-03-31=12,345.67.",
  ],
  [
    "account reconcile acct_checking --balance 2026-03-31=1 --balance 2026-03-31=2 --company COMPANY",
    "Give a balance of the statement for one or more different days.",
  ],
  [
    "category set COMPANY cat_checking",
    "Give --name, --cash-flow, --balance-class, --cash-paid-for or --active.",
  ],
  ["company set COMPANY", "Give at least one option; `daybook company set --help` lists them."],
  ["company stale COMPANY 0000-01", "There is no month 0000-01."],
  ["override set COMPANY 5 --month 0000-01", "There is no month 0000-01."],
  [
    "connect plaid --map a=acct_checking --company COMPANY",
    "--map belongs to the second step, with --finish.",
  ],
  [
    "connect plaid --finish t --reconnect conn_1 --company COMPANY",
    "--reconnect has no second step; run `daybook connections pull` instead.",
  ],
  [
    "fault set tax_upload.inspected --action hold",
    "tax_upload.inspected can't be held. The steps that can be held are export.begun, ",
  ],
  ["import journal - --price EUR=none", '--price does not accept "EUR=none"; write --price EUR=1.08.'],
  ["import journal - --price EUR=0", '--price does not accept "EUR=0"; write --price EUR=1.08.'],
  ["integration report COMPANY xero", "Say what to report; `daybook integration report --help` lists it."],
  ["invoice credit INV-1 --company COMPANY", "Give at least one --line, such as --line cat_sales=100."],
  [
    "invoice void INV-1 --on 2026-05-01 --as-if-never --company COMPANY",
    "--on and --as-if-never exclude each other.",
  ],
  [
    "journal post --date 2026-05-01 --company COMPANY",
    "Give --date, --memo, --debit and --credit, or a file with entries.",
  ],
  [
    "member add new@example.com --company COMPANY",
    "Give the member's access: --template, --area or --permissions.",
  ],
  ["member set USER --company COMPANY", "Give at least one of --template, --area and --permissions."],
  ["member add USER --template read_only --company COMPANY", "USER is already a member of COMPANY."],
  ["member activate nobody@example.com", "There is no user nobody@example.com."],
  ["member deactivate usr_none", "There is no user usr_none."],
  ["member password nobody@example.com", "There is no active user nobody@example.com."],
  ["key revoke key_none --company COMPANY", "Company COMPANY has no active key key_none."],
  ["plan set COMPANY growth --status trialing", "A trial needs an end time."],
  ["sheet set sht_none Sheet1!A1 --company COMPANY", "Give either a value or --clear."],
  ["sheet set sht_none Sheet1!A1 5 --clear --company COMPANY", "Give either a value or --clear."],
  ["tax questionnaire COMPANY 2025 --begin --number 2", "--begin assigns the next number; omit --number."],
  [`tax open COMPANY income 2025 ${statesOf(101)}`, "A return has at most 100 states."],
  ["1099 show f1099_none --company COMPANY", "There is no 1099 record f1099_none."],
  [
    "schedule start txn_free --from 2026-05-01 --months 12 --company COMPANY",
    "An amount of 0 has no schedule.",
  ],
])("%s: %s", async (line, sentence) => {
  const filled = (text: string): string =>
    text.replaceAll("COMPANY", company.id).replaceAll("USER", user?.email ?? "");
  await expect(run(filled(line))).rejects.toThrow(filled(sentence));
});

test("a journal on the standard input includes no files, and one that includes itself is told so", async () => {
  const folder = await mkdtemp(join(tmpdir(), "journals-"));
  const path = join(folder, "books.journal");
  await writeFile(path, "include books.journal\n");
  // Another process gets the standard input as a copy of it.
  const { path: copy, remove } = await spool(path, AbortSignal.timeout(10_000));
  await expect(run(`import journal "${copy}" --format ledger`)).rejects.toThrow(
    "Line 1: A file from the standard input can't include others. Import it by its name instead.",
  );
  await expect(run(`import journal "${path}" --format ledger`)).rejects.toThrow(
    `Line 1: The file ${path} is included a second time here, so its entries would count twice.`,
  );
  await remove();
  await rm(folder, { recursive: true });
});
