/** Commands on bank and card accounts: list them, add one, and reconcile one with its statements. */
import { cents } from "@daybook/words/cents";
import { parseCivilDate } from "@daybook/words/civil-date";
import { accountingText, centsFromMoney } from "@daybook/words/money-text";
import { HIDDEN_CHARACTERS } from "@daybook/words/names";
import type { Reconciliation } from "../../../modules/feed/transactions/index.ts";
import { databaseCommand } from "../command.ts";
import { id, needed, optional, pattern, several, splitPair, UsageProblem, word } from "../fields.ts";
import type { CommandServices } from "../services.ts";
import { table } from "../table.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";

type Account = Awaited<ReturnType<CommandServices["banking"]["createAccount"]>>;

function showAccounts(accounts: readonly Account[]): string {
  return table(
    ["ACCOUNT", "NAME", "TYPE", "LAST 4", "CATEGORY", "BALANCE"],
    accounts.map((each) => [
      each.id,
      each.name,
      each.type,
      each.last4 ?? "-",
      each.category_id,
      accountingText(each.balance_cents),
    ]),
    "The company has no accounts yet. `daybook account add` makes one.",
  );
}

const accountList = databaseCommand({
  name: "account list",
  summary: "List the bank and card accounts of a company",
  description: "The balance is the sum of an account's lines; money that the company owes is negative.",
  examples: [["account list --company comp_sample", "a table"]],
  fields: COMPANY_OPTION,
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    return { company_id, accounts: await app.banking.listAllAccounts(company_id) };
  },
  show: ({ accounts }) => showAccounts(accounts),
});

/** One line that is not blank. */
const NAME = pattern("text", String.raw`^(?=.*\S)[^${HIDDEN_CHARACTERS}]{1,200}$`, "a name, on one line");

const accountAdd = databaseCommand({
  name: "account add",
  summary: "Add a bank or card account, for the lines of files or of a connection",
  description: "It has no lines yet, so its balance is 0.",
  examples: [
    ["account add Checking --type checking --last4 0099", "booked on a category of its own"],
    ["account add 'Company card' --type credit --category cat_credit-cards", "on a chosen category"],
  ],
  fields: {
    name: needed("argument", NAME, "The account's name."),
    type: needed("option", word("checking", "savings", "credit", "other"), "What the account is."),
    bank: optional("option", NAME, "The name of the bank."),
    last4: optional(
      "option",
      pattern("digits", "^[0-9]{4}$", "the last four digits"),
      "The last four digits of its number, by which files of several accounts find it.",
    ),
    category: optional(
      "option",
      id("category"),
      "The category for its money: a leaf of the assets, or of the liabilities for credit. Default: one of its own.",
    ),
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const { name, type, bank: institution_name, last4, category: category_id } = args;
    const account = { name: name.trim(), type, institution_name, last4, category_id };
    return { company_id, account: await app.banking.createAccount(company_id, account, app.clock.now()) };
  },
  show: ({ account }) => showAccounts([account]),
});

const BALANCE = pattern("date=amount", "^\\d{4}-\\d{2}-\\d{2}=.{1,40}$", "written as 2026-03-31=12,345.67");

/** Parses `--balance` options. */
function balancesOf(given: readonly string[]) {
  return given.map((pair) => {
    const [day, amount] = splitPair(pair);
    const date = parseCivilDate(day);
    const found = centsFromMoney(amount);
    if (date === null || found === null)
      throw new UsageProblem(
        `--balance does not accept ${JSON.stringify(pair)}; write a day and dollars, such as 2026-03-31=12,345.67.`,
      );
    return { date, cents: cents(found) };
  });
}

const KINDS = {
  entry: "in the ledger without a bank line",
  excluded: "excluded from the books",
  other_day: "in the ledger on another day",
} as const;

function showDay(day: Reconciliation["days"][number], signHint: string): string[] {
  const { date, difference_cents, missing_cents, differences, has_more_differences } = day;
  if (difference_cents === 0) return [];
  const parts = [`${date} differs by ${accountingText(difference_cents)}.${signHint}`];
  if (differences.length > 0)
    parts.push(
      table(
        ["BANK DATE", "LEDGER DATE", "AMOUNT", "DESCRIPTION", "ID", "WHY"],
        differences.map((each) => [
          each.date ?? "-",
          each.ledger_date ?? "-",
          accountingText(each.amount_cents),
          each.description,
          each.id,
          KINDS[each.kind],
        ]),
        "",
      ),
    );
  if (has_more_differences)
    parts.push(
      `There are more: only the first ${differences.length} are listed. Give a balance of an earlier day, too.`,
    );
  if (missing_cents !== 0)
    parts.push(
      `${accountingText(missing_cents)} of the statement is not explained: a line of the bank is missing or is here twice, an entry without a bank line is not at the bank yet, or the opening balance is not in the books (\`daybook company open\`).`,
    );
  return [parts.join("\n")];
}

function showReconciliation({ account, shared_with, days }: Reconciliation): string {
  const isShared = shared_with.length > 0;
  const balances = table(
    ["DAY", "STATEMENT", "LEDGER", "LINES", "DIFFERENCE"],
    days.map((day) => [
      day.date,
      accountingText(day.statement_cents),
      day.ledger_cents === null ? "shared" : accountingText(day.ledger_cents),
      accountingText(day.lines_cents),
      accountingText(day.difference_cents),
    ]),
    "",
  );
  const hint = (day: (typeof days)[number]): string =>
    day.statement_cents !== 0 && day.statement_cents === -(day.ledger_cents ?? day.lines_cents)
      ? " It agrees with the opposite sign: write what the company owes with a minus."
      : "";
  return [
    `${account.name} (${account.id}), booked on ${account.category_id}`,
    ...(isShared
      ? [
          `${shared_with.join(", ")} ${shared_with.length === 1 ? "is" : "are"} booked on the same category, so the ledger has no balance of this account alone; its lines are compared.`,
        ]
      : []),
    balances,
    ...days.flatMap((day) => showDay(day, hint(day))),
    ...(days.every(({ difference_cents }) => difference_cents === 0) ? ["Everything agrees."] : []),
  ].join("\n\n");
}

const accountReconcile = databaseCommand({
  name: "account reconcile",
  summary: "Compare the balances of a bank's statements with the ledger",
  description:
    "For each day: the statement's balance, that of the account's category in the ledger, and the sum of the account's lines. Where they differ, it lists the entries without a bank line, the lines that are excluded and those that the ledger has on another day, since the last day given that agrees; what is left is missing or there twice. Exits with 5 if a day differs. Nothing is changed.",
  examples: [
    [
      "account reconcile acct_1a2b3c --balance 2026-01-31=10,250.00 --balance 2026-02-28=9,120.55",
      "two statements",
    ],
    ["account reconcile acct_card --balance '2026-03-31=(1,204.10)'", "a card, on which money is owed"],
  ],
  fields: {
    account: needed("argument", id("account"), "The account."),
    balance: several(
      "option",
      BALANCE,
      "A balance of the statement, as DATE=AMOUNT, at the end of the day; what the company owes is negative. Repeat it for each day.",
    ),
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    if (args.balance.length === 0)
      throw new UsageProblem("Give at least one --balance, such as --balance 2026-03-31=12,345.67.");
    return {
      company_id,
      ...(await app.transactions.reconcile(company_id, args.account, balancesOf(args.balance))),
    };
  },
  show: showReconciliation,
  exit: ({ days }) => (days.every(({ difference_cents }) => difference_cents === 0) ? "ok" : "difference"),
});

export const ACCOUNT_COMMANDS = [accountList, accountAdd, accountReconcile];
