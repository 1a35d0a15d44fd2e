/** Commands on schedules: amounts spread over several months, and assets that are written off and sold. */
import type { Cents } from "@daybook/words/cents";
import { accountingText } from "@daybook/words/money-text";
import { type Column, cardCommand, type Row, rowsText, said } from "../card-command.ts";
import { id, word } from "../fields.ts";

const SPREADS: readonly Column[] = [
  ["SPREAD", "id"],
  ["TRANSACTION", "transaction_id"],
  ["AMOUNT", "amount_cents"],
  ["REMAINING", "remaining_cents"],
  ["FROM", "start_date"],
  ["THROUGH", "last_day"],
  ["MONTHS", "months"],
  ["CATEGORY", "category_id"],
  ["STATE", ({ ended_on }) => (ended_on === null ? "as planned" : `ended on ${said(ended_on)}`)],
];

const ASSETS: readonly Column[] = [
  ["ASSET", "id"],
  ["BOUGHT BY", "transaction_id"],
  ["COST", "cost_cents"],
  ["DEPRECIATED", "depreciated_cents"],
  ["BOOK VALUE", "book_value_cents"],
  ["FROM", "start_date"],
  ["MONTHS", "months"],
  ["CATEGORY", "holding_category_id"],
  [
    "STATE",
    ({ ended_on, ended_as }) =>
      ended_on === null
        ? "in use"
        : `${ended_as === "disposed" ? "disposed of" : "written off"} on ${said(ended_on)}`,
  ],
  ["GAIN", "gain_cents"],
];

const showSpreads = (rows: readonly Row[]): string => rowsText(SPREADS, rows, "Nothing is spread.");
const showAssets = (rows: readonly Row[]): string =>
  rowsText(ASSETS, rows, "The company has no asset with a schedule.");

/** What commands have in common that answer one spread. */
const ONE = {
  at: "schedule",
  as: "schedule",
  show: ({ schedule }: Row): string => showSpreads([schedule as Row]),
} as const;
const SCHEDULE = { as: "schedule", kind: id("spread"), help: "The id of the spread." };
const TRANSACTION = {
  as: "transaction",
  kind: id("transaction"),
  help: "The transaction, which is not split.",
};
const REGISTER: readonly Column[] = [
  ["CATEGORY", "category_name"],
  ["OF", "of"],
  ["REGISTER", "register_cents"],
  ["LEDGER", "ledger_cents"],
  ["NO SCHEDULE", "other_cents"],
];

/** The assets of a register, and its categories beside the ledger. */
function showRegister({ assets, categories }: Row): string {
  const rows = categories as readonly Row[];
  const differing = rows.filter(({ other_cents }) => other_cents !== 0);
  const agreement =
    rows.length === 0
      ? "No category of assets is compared with the ledger."
      : differing.length === 0
        ? "The register agrees with the ledger."
        : `The register and the ledger differ in ${differing.map(({ category_name }) => said(category_name)).join(", ")}.`;
  return [
    showAssets(assets as readonly Row[]),
    ...(rows.length === 0 ? [] : [rowsText(REGISTER, rows, "")]),
    agreement,
  ].join("\n\n");
}

const FROM = { as: "from" };
const FROM_DAY = { as: "from", help: "The first day, on which it was put to use or begins." };
const BY = {
  as: "by",
  kind: word("month", "day", "mid_month", "half_year"),
  help: "Shares by whole months, by days, or with half of the first month or fiscal year; default: month.",
};
const DECLINING = {
  as: "declining",
  help: "A declining balance at this percentage of the straight line, such as 200; default: straight line.",
};
const SALVAGE = { as: "salvage", help: "The salvage value, which is not written off; default: 0." };
/** What commands share that add a schedule of what is in the books. */
const STANDING = {
  description: { as: "name", place: "argument", help: "What it is: the description of its entries." },
  department_id: { as: "department", named: "department" },
  start_date: FROM_DAY,
  opened_on: {
    as: "written_off_through",
    help: "The last day of the month through which it was written off before.",
  },
  opened_cents: { as: "written_off", help: "How much was written off by then." },
} as const;
const MONTHS = { help: "The number of months. The last one gets the remaining cents." };

export const SCHEDULE_COMMANDS = [
  cardCommand("listSchedules", {
    name: "schedule list",
    summary: "List the amounts that are spread over several months",
    examples: [["schedule list --company comp_sample", "with what is not yet recognized today"]],
    fixed: { kind: "spread" },
    inputs: { date: { as: "at", help: "The day of the figures; default: today." } },
    at: "data",
    as: "schedules",
    show: ({ schedules }) => showSpreads(schedules as readonly Row[]),
  }),
  cardCommand("spreadTransaction", {
    name: "schedule start",
    summary: "Spread a whole transaction over several months, without splitting it",
    description:
      "The amount is held on prepaid expenses, or on deferred revenue for money that came in. Each month's share is booked on its last day on the category of the transaction, or on another one.",
    examples: [
      ["schedule start txn_1 --from 2026-05-01 --months 12", "a year's insurance"],
      ["schedule start txn_1 --from 2026-05-16 --months 12 --by day", "a year from 16 May on, by days"],
    ],
    inputs: {
      id: TRANSACTION,
      start_date: FROM,
      months: MONTHS,
      category_id: { as: "category", named: "category" },
      basis: {
        as: "by",
        kind: word("month", "day"),
        help: "Equal shares of whole months, or shares by the days from --from on; default: month.",
      },
    },
    without: ["asset_category_id", "declining_percent", "salvage_cents"],
    ...ONE,
  }),
  cardCommand("addSchedule", {
    name: "schedule add",
    summary: "Spread an amount that is in the books without a transaction of the bank",
    description:
      "For prepaid amounts and deferred revenue of opening balances, imports and entries. Only the shares are posted, from the category of --holding. What was recognized before these books is not.",
    examples: [
      [
        "schedule add Insurance --holding 'Prepaid Expenses' --category Insurance --amount 1,200 --from 2026-05-01 --months 12",
        "a prepaid year of the opening balances",
      ],
    ],
    fixed: { kind: "spread" },
    without: ["contra_category_id", "declining_percent", "salvage_cents"],
    inputs: {
      ...STANDING,
      holding_category_id: { as: "holding", help: "Prepaid expenses or deferred revenue, by id or name." },
      category_id: { as: "category", help: "The category of each share, by id or name." },
      amount_cents: { as: "amount" },
      months: MONTHS,
      basis: { as: "by", kind: word("month", "day"), help: "Equal shares, or by days; default: month." },
    },
    ...ONE,
  }),
  cardCommand("removeSchedule", {
    name: "schedule remove",
    summary: "Remove a spread or an asset that was added without a transaction",
    description: "Its shares leave the books; the amount itself stays where it is booked.",
    examples: [["schedule remove spread_1", "it was added by mistake"]],
    inputs: { id: SCHEDULE },
    made: ({ schedule }) => ({ schedule }),
    show: ({ schedule }) => `${said(schedule)} is removed.`,
  }),
  cardCommand("moveScheduleEnd", {
    name: "schedule change",
    summary: "Give a spread or an asset another last month",
    description:
      "The months that have ended by today keep their shares. The months after them share the rest, as the schedule does.",
    examples: [["schedule change spread_1 --through 2026-12-31", "longer or shorter than planned"]],
    inputs: { id: SCHEDULE, last_day: { as: "through" } },
    ...ONE,
  }),
  cardCommand("endSchedule", {
    name: "schedule end",
    summary: "End a spread or an asset's schedule on a day, and recognize the rest then",
    description:
      "Earlier months keep their shares; what is left is booked on that day. To spread the rest on over fewer or more months instead, use `daybook schedule change`.",
    examples: [["schedule end spread_1 --at 2026-08-15", "the insurance was cancelled without a refund"]],
    inputs: { id: SCHEDULE, on: { as: "at" } },
    ...ONE,
  }),
  cardCommand("reopenSchedule", {
    name: "schedule reopen",
    summary: "Undo the end of a spread or the disposal of an asset",
    description: "It goes on as it was planned before it ended.",
    examples: [["schedule reopen spread_1", "it ended by mistake"]],
    inputs: { id: SCHEDULE },
    ...ONE,
  }),
];

/** Says where the cash flow statement shows the depreciation of a sold asset without the roles of a sale. */
function noteOf({ in_operating: found }: Row): string | null {
  if (found === null) return null;
  const { category_name: name, amount_cents } = found as { category_name: string; amount_cents: Cents };
  return `The cash flow statement takes the ${accountingText(amount_cents)} of ${name} that left the books out of operating activities, and investing exceeds the proceeds by them. To show the proceeds in investing, give ${name} and the category of the depreciation the role investing: \`daybook category set --help\`, docs/concepts/cash-flow.md.`;
}

export const ASSET_COMMANDS = [
  cardCommand("listSchedules", {
    name: "asset list",
    summary: "List the assets that are written off month by month",
    examples: [
      ["asset list --company comp_sample --at 2026-12-31", "cost, depreciation and book value of a day"],
    ],
    fixed: { kind: "capitalization" },
    inputs: { date: { as: "at", help: "The day of the figures; default: today." } },
    at: "data",
    as: "assets",
    made: ({ at }, today) => ({ at: at ?? today }),
    show: ({ assets }) => showAssets(assets as readonly Row[]),
  }),
  cardCommand("spreadTransaction", {
    name: "asset capitalize",
    summary: "Make the asset that a transaction bought, and write it off month by month",
    description:
      "The transaction is booked on the category of the asset. Each month's share is booked on its last day, from accumulated depreciation on the category of the expense.",
    examples: [
      [
        "asset capitalize txn_1 --category cat_computers --expense cat_depreciation --from 2026-05-01 --months 36",
        "a computer, over three years",
      ],
    ],
    inputs: {
      id: TRANSACTION,
      asset_category_id: {
        as: "category",
        named: "category",
        help: "The category of the asset.",
        required: true,
      },
      category_id: {
        as: "expense",
        named: "category",
        help: "The category of the depreciation.",
        required: true,
      },
      start_date: FROM,
      months: MONTHS,
      basis: BY,
      declining_percent: DECLINING,
      salvage_cents: SALVAGE,
    },
    at: "schedule",
    as: "asset",
    show: ({ asset }) => showAssets([asset as Row]),
  }),
  cardCommand("addSchedule", {
    name: "asset add",
    summary: "Write off an asset that is in the books without a transaction of the bank",
    description:
      "For assets of opening balances, imports and entries. Only the depreciation is posted. What was written off before, by --written-off, stays in the category of the depreciation.",
    examples: [
      [
        "asset add Oven --category Equipment --expense Depreciation --cost 12,000 --from 2024-07-15 --months 60 --written-off-through 2025-12-31 --written-off 3,600",
        "bought before these books began",
      ],
      [
        "asset add Van --category Vehicles --expense Depreciation --cost 40,000 --from 2026-03-10 --months 60 --by half_year --declining 200 --salvage 4,000",
        "double declining, half-year convention",
      ],
    ],
    fixed: { kind: "capitalization" },
    inputs: {
      ...STANDING,
      holding_category_id: { as: "category", help: "The category of the asset, by id or name." },
      category_id: { as: "expense", help: "The category of the depreciation, by id or name." },
      contra_category_id: { as: "depreciation" },
      amount_cents: { as: "cost", help: "The cost." },
      months: { help: "The life in months." },
      basis: BY,
      declining_percent: DECLINING,
      salvage_cents: SALVAGE,
    },
    at: "schedule",
    as: "asset",
    show: ({ asset }) => showAssets([asset as Row]),
  }),
  cardCommand("getAssetRegister", {
    name: "asset register",
    summary: "List the assets of a day, and compare their cost and depreciation with the ledger",
    examples: [["asset register --at 2026-12-31", "for the accountant at the end of the year"]],
    inputs: { date: { as: "at", help: "The day of the figures; default: today." } },
    show: showRegister,
  }),
  cardCommand("disposeAsset", {
    name: "asset dispose",
    summary: "Take an asset out of the books that was sold or scrapped",
    description:
      "Its cost and its depreciation leave the books: that of all months that have ended by that day, and what its convention gives the month or the year of a disposal. The difference between the proceeds and the book value is a gain or a loss, on the only category of other income or other expenses in investing that is for it, or on the one of --result. If the bank reports the payment, book the proceeds on a category of receivables, and the payment on the same one.",
    examples: [
      [
        "asset dispose spread_1 --at 2026-08-20 --proceeds 12,000 --to cat_receivables",
        "sold; the buyer's payment will be booked on the same category",
      ],
      ["asset dispose spread_1 --at 2026-08-20 --proceeds 0 --to cat_receivables", "scrapped"],
    ],
    inputs: {
      id: { ...SCHEDULE, as: "asset", help: "The id of the asset." },
      on: { as: "at", help: "The day of the disposal." },
      proceeds_cents: { as: "proceeds", help: "What was paid for it; 0 if nothing." },
      to: { named: "category" },
      result: { named: "category" },
    },
    at: (answer) => ({ asset: answer["schedule"], note: noteOf(answer) }),
    show: ({ asset, note }) =>
      [showAssets([asset as Row]), ...(note === null ? [] : [said(note)])].join("\n\n"),
  }),
];
