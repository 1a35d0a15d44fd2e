/** Commands on schedules: amounts spread over several months, and assets that are written off and sold. */
import type { Cents } from "../../../core/cents.ts";
import { LIMITS } from "../../../core/limits.ts";
import { accountingText, centsFromMoney } from "../../../core/money-text.ts";
import { databaseCommand } from "../command.ts";
import { day, id, needed, optional, pattern, UsageProblem, wholeNumber, word } from "../fields.ts";
import type { CommandServices } from "../services.ts";
import { table } from "../table.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";

type Schedule = Awaited<ReturnType<CommandServices["transactions"]["endSchedule"]>>;

const MONEY = pattern(
  "amount",
  String.raw`^\d[\d,]{0,20}(\.\d{1,2})?$`,
  "an amount of dollars, such as 1,250.00",
);

/** Reads an amount, whose form the field has checked but for the places of its commas. */
function amountOf(given: string): Cents {
  const found = centsFromMoney(given);
  if (found === null) throw new UsageProblem(`${given} is no amount of dollars, such as 1,250.00.`);
  return found;
}

const schedule = needed("argument", id("spread"), "The id of the spread.");
const asset = needed("argument", id("spread"), "The id of the asset.");
const transaction = needed("argument", id("transaction"), "The transaction, which is not split.");
const from = needed("option", day(), "A day of the first month.");
const months = needed(
  "option",
  wholeNumber("count", 1, LIMITS.spread_months.value),
  "The number of months. The last one gets the remaining cents.",
);
const COUNT = LIMITS.page_size_max.value;

const timeOf = (app: CommandServices) => ({ now: app.clock.now(), today: app.clock.today() });

function showSpreads(rows: readonly Schedule[]): string {
  return table(
    ["SPREAD", "TRANSACTION", "AMOUNT", "REMAINING", "FROM", "THROUGH", "MONTHS", "CATEGORY", "STATE"],
    rows.map((row) => [
      row.id,
      row.transaction_id,
      accountingText(row.amount_cents),
      accountingText(row.remaining_cents),
      row.start_date,
      row.last_day,
      String(row.months),
      row.category_id,
      row.ended_on === null ? "as planned" : `ended on ${row.ended_on}`,
    ]),
    "Nothing is spread.",
  );
}

function showAssets(rows: readonly Schedule[]): string {
  return table(
    [
      "ASSET",
      "BOUGHT BY",
      "COST",
      "DEPRECIATED",
      "BOOK VALUE",
      "FROM",
      "MONTHS",
      "CATEGORY",
      "STATE",
      "GAIN",
    ],
    rows.map((row) => [
      row.id,
      row.transaction_id,
      accountingText(row.cost_cents),
      accountingText(row.depreciated_cents),
      accountingText(row.book_value_cents),
      row.start_date,
      String(row.months),
      row.holding_category_id,
      row.ended_on === null
        ? "in use"
        : `${row.ended_as === "disposed" ? "disposed of" : "written off"} on ${row.ended_on}`,
      row.gain_cents === null ? "-" : accountingText(row.gain_cents),
    ]),
    "The company has no asset with a schedule.",
  );
}

const scheduleList = databaseCommand({
  name: "schedule list",
  summary: "List the amounts that are spread over several months",
  examples: [["schedule list --company comp_sample", "with what is not yet recognized today"]],
  fields: { ...COMPANY_OPTION },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const today = app.clock.today();
    return {
      company_id,
      schedules: await app.transactions.listSchedules(company_id, "spread", today, COUNT),
    };
  },
  show: ({ schedules }) => showSpreads(schedules),
});

const scheduleStart = databaseCommand({
  name: "schedule start",
  summary: "Spread a whole transaction over several months, without splitting it",
  description:
    "The amount is held on prepaid expenses, or on deferred revenue for money that came in. Each month's share is booked on its last day on the category of the transaction.",
  examples: [
    ["schedule start txn_1 --from 2026-05-01 --months 12", "a year's insurance"],
    ["schedule start txn_1 --from 2026-05-16 --months 12 --by day", "a year from 16 May on, by days"],
  ],
  fields: {
    transaction,
    from,
    months,
    by: optional(
      "option",
      word("month", "day"),
      "Equal shares of whole months, or shares by the days from --from on; default: month.",
    ),
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const asked = {
      id: args.transaction,
      kind: "spread" as const,
      category_id: null,
      asset: null,
      start_date: args.from,
      months: args.months,
      basis: args.by ?? ("month" as const),
    };
    return {
      company_id,
      schedule: await app.transactions.startSchedule(company_id, asked, timeOf(app), "operator"),
    };
  },
  show: (result) => showSpreads([result.schedule]),
});

const scheduleChange = databaseCommand({
  name: "schedule change",
  summary: "Give a spread or an asset another last month",
  description:
    "The months that have ended by today keep their shares. The rest is spread on in equal shares over the months after them.",
  examples: [["schedule change spread_1 --through 2026-12-31", "longer or shorter than planned"]],
  fields: {
    schedule,
    through: needed("option", day(), "A day of the new last month."),
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    return {
      company_id,
      schedule: await app.transactions.moveLastDay(
        company_id,
        args.schedule,
        args.through,
        timeOf(app),
        "operator",
      ),
    };
  },
  show: (result) => showSpreads([result.schedule]),
});

const scheduleEnd = databaseCommand({
  name: "schedule end",
  summary: "End a spread or an asset's schedule on a day, and recognize the rest then",
  description:
    "Earlier months keep their shares; what is left is booked on that day. To spread the rest on over fewer or more months instead, use `daybook schedule change`.",
  examples: [["schedule end spread_1 --at 2026-08-15", "the insurance was cancelled without a refund"]],
  fields: { schedule, at: needed("option", day(), "The day."), ...COMPANY_OPTION },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    return {
      company_id,
      schedule: await app.transactions.endSchedule(
        company_id,
        args.schedule,
        args.at,
        timeOf(app),
        "operator",
      ),
    };
  },
  show: (result) => showSpreads([result.schedule]),
});

const scheduleReopen = databaseCommand({
  name: "schedule reopen",
  summary: "Undo the end of a spread or the disposal of an asset",
  description: "It goes on as it was planned before it ended.",
  examples: [["schedule reopen spread_1", "it ended by mistake"]],
  fields: { schedule, ...COMPANY_OPTION },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    return {
      company_id,
      schedule: await app.transactions.reopenSchedule(company_id, args.schedule, timeOf(app), "operator"),
    };
  },
  show: (result) => showSpreads([result.schedule]),
});

const assetList = databaseCommand({
  name: "asset list",
  summary: "List the assets that are written off month by month",
  examples: [
    ["asset list --company comp_sample --at 2026-12-31", "cost, depreciation and book value of a day"],
  ],
  fields: { at: optional("option", day(), "The day of the figures; default: today."), ...COMPANY_OPTION },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const at = args.at ?? app.clock.today();
    return {
      company_id,
      at,
      assets: await app.transactions.listSchedules(company_id, "capitalization", at, COUNT),
    };
  },
  show: ({ assets }) => showAssets(assets),
});

const assetCapitalize = databaseCommand({
  name: "asset capitalize",
  summary: "Make the asset that a transaction bought, with straight-line depreciation by months",
  description:
    "The transaction is booked on the category of the asset. Each month's share is booked on its last day, from accumulated depreciation on the category of the expense.",
  examples: [
    [
      "asset capitalize txn_1 --category cat_computers --expense cat_depreciation --from 2026-05-01 --months 36",
      "a computer, over three years",
    ],
  ],
  fields: {
    transaction,
    category: needed("option", id("category"), "The category of the asset."),
    expense: needed("option", id("category"), "The category of the depreciation."),
    from,
    months,
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const asked = {
      id: args.transaction,
      kind: "capitalization" as const,
      category_id: args.expense,
      asset: args.category,
      start_date: args.from,
      months: args.months,
      basis: "month" as const,
    };
    return {
      company_id,
      asset: await app.transactions.startSchedule(company_id, asked, timeOf(app), "operator"),
    };
  },
  show: (result) => showAssets([result.asset]),
});

/** Says where the cash flow statement shows the depreciation of a sold asset without the roles of a sale. */
function noteOf({ name }: { readonly name: string }, depreciated: Cents): string {
  return `The cash flow statement takes the ${accountingText(depreciated)} of ${name} that left the books out of operating activities, and investing exceeds the proceeds by them. To show the proceeds in investing, give ${name} and the category of the depreciation the role investing: \`daybook category set --help\`, docs/concepts/cash-flow.md.`;
}

const assetDispose = databaseCommand({
  name: "asset dispose",
  summary: "Take an asset out of the books that was sold or scrapped",
  description:
    "Its cost and the depreciation of all months that have ended by that day leave the books; later months are not depreciated. The difference between the proceeds and the book value is a gain or a loss, on the only category of other income or other expenses in investing that is for it, or on the one of --result. If the bank reports the payment, book the proceeds on a category of receivables, and the payment on the same one.",
  examples: [
    [
      "asset dispose spread_1 --at 2026-08-20 --proceeds 12,000 --to cat_receivables",
      "sold; the buyer's payment will be booked on the same category",
    ],
    ["asset dispose spread_1 --at 2026-08-20 --proceeds 0 --to cat_receivables", "scrapped"],
  ],
  fields: {
    asset,
    at: needed("option", day(), "The day of the disposal."),
    proceeds: needed("option", MONEY, "What was paid for it; 0 if nothing."),
    to: needed("option", id("category"), "The category on which the proceeds are booked."),
    result: optional("option", id("category"), "The category of the gain or loss."),
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const disposal = {
      on: args.at,
      proceeds_cents: amountOf(args.proceeds),
      to: args.to,
      result: args.result,
    };
    const row = await app.transactions.disposeAsset(
      company_id,
      args.asset,
      disposal,
      timeOf(app),
      "operator",
    );
    const contra = (await app.chart.listCategories(company_id)).find(
      ({ id: category }) => category === row.contra_category_id,
    );
    const isInOperating = contra?.cash_flow === "non_cash" && row.depreciated_cents !== 0;
    return { company_id, asset: row, note: isInOperating ? noteOf(contra, row.depreciated_cents) : null };
  },
  show: ({ asset: row, note }) => [showAssets([row]), ...(note === null ? [] : [note])].join("\n\n"),
});

export const SCHEDULE_COMMANDS = [scheduleList, scheduleStart, scheduleChange, scheduleEnd, scheduleReopen];
export const ASSET_COMMANDS = [assetList, assetCapitalize, assetDispose];
