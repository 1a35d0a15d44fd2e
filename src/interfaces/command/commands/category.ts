/** Commands on a company's chart of accounts: list its categories, add one, and change or move one. */
import { Refusal } from "../../../core/errors.ts";
import { ACCOUNT_KINDS, type AccountKind, kindMeaning } from "@daybook/words/account-kinds";
import type { ChartChange } from "../../../modules/books/chart/index.ts";
import { cardCommand, renamed, type Row, said } from "../card-command.ts";
import { databaseCommand } from "../command.ts";
import { id, type Kind, needed, optional, text, UsageProblem, word } from "../fields.ts";
import { table } from "../table.ts";
import { COMPANY_ARGUMENT as company, chooseCompany } from "./choose.ts";

const KINDS = Object.keys(ACCOUNT_KINDS) as AccountKind[];

/** The word that stands for no parent. */
const NONE = "none";

function idOrNone(): Kind<string> {
  const kind = id("category");
  return {
    ...kind,
    read: (given) => (given === NONE ? given : kind.read(given)),
    placeholder: `${kind.placeholder}|${NONE}`,
    accepts: `${kind.accepts}, or ${NONE}`,
  };
}

const HEAD = ["CATEGORY", "NAME", "TYPE", "CASH FLOW", "POSTINGS"];

/** Stands in the last column of a category that nothing new can be put on. */
const INACTIVE = "(inactive)";

type Category = Pick<
  ChartChange["category"],
  "id" | "name" | "account_type" | "cash_flow" | "role" | "active"
>;

function line(row: Category, indent = 0): string[] {
  return [
    row.id,
    `${"  ".repeat(indent)}${row.name}`,
    row.account_type,
    row.cash_flow ?? "-",
    row.active ? (row.role ?? "-") : INACTIVE,
  ];
}

const STATEMENTS = {
  balance_sheet: "the balance sheet",
  income_statement: "the income statement",
  cash_flow: "the cash flow statement",
} as const;

/** A change, whose months stand together. */
function changeOf({ category, statements, first_month: first, last_month: last }: Row): Row {
  return { category, statements, months: first === null ? null : { first, last } };
}

/** The text that reports a change: the category as it is now, and what changes on the statements. */
function showChange(change: Row): string {
  const {
    category: row,
    statements,
    months,
  } = change as unknown as {
    readonly category: Category;
    readonly statements: readonly (keyof typeof STATEMENTS)[];
    readonly months: { readonly first: string; readonly last: string } | null;
  };
  const names = statements.map((each) => STATEMENTS[each]).join(" and ");
  return [
    table(HEAD, [line(row)], ""),
    months === null
      ? "No statement changes its figures."
      : `Changed: ${names}. Months with entries that are concerned: ${months.first} to ${months.last}.`,
  ].join("\n\n");
}

type Placed = Category & { readonly parent_id: string | null; readonly tier: number };

function showChart({ company_id, categories }: Row): string {
  return table(
    HEAD,
    inTree(categories as readonly Placed[]).map((row) => line(row, row.tier - 1)),
    `Company ${said(company_id)} has no categories.`,
  );
}

/** Rows in the order of the tree. They come by tier, position and name, parents before their children. */
function inTree(rows: readonly Placed[]): Placed[] {
  const below = Map.groupBy(rows, ({ parent_id }) => parent_id);
  const withChildren = (row: Placed): Placed[] => [row, ...(below.get(row.id) ?? []).flatMap(withChildren)];
  return (below.get(null) ?? []).flatMap(withChildren);
}

const CHART = {
  company: "argument",
  at: "categories",
  as: "categories",
  show: showChart,
} as const;
const CHANGE = { company: "argument", at: changeOf, show: showChange } as const;
const CATEGORY = { as: "category", kind: id("category"), help: "The category's id." };
/** A category above, or the word for none. */
const PARENT = {
  kind: idOrNone(),
  send: (given: unknown) => (given === NONE ? null : given),
};

const categoryList = cardCommand("getChart", {
  name: "category list",
  summary: "List the chart of accounts",
  description:
    "Shows each category below its parent, with its type, its section of the cash flow statement, and what the service posts on it by itself.",
  examples: [["category list comp_sample", "the chart as a tree"]],
  ...CHART,
});

const ADDED = {
  company,
  name: needed("argument", text("text"), "The category's name."),
  kind: needed("option", { ...word(...KINDS), placeholder: "kind" }, "What the category is."),
  parent: optional("option", id("category"), "The category that it stands below; default: none."),
};

const categoryAdd = databaseCommand({
  name: "category add",
  summary: "Add a category to the chart",
  description: `It comes after its siblings. Its type, and its section of the cash flow statement, are those of the kind, and the type must be that of the parent. Kinds: ${KINDS.map((kind) => `${kind} (${ACCOUNT_KINDS[kind].meaning})`).join(", ")}.`,
  examples: [
    ["category add comp_sample 'Payroll Savings' --kind cash --parent cat_cash", "a bank account's category"],
    ["category add comp_sample Podcasts --kind expense", "at the top of the chart"],
  ],
  fields: ADDED,
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const { type: account_type, role: cash_flow } = kindMeaning(args.kind);
    const body = { name: args.name, account_type, cash_flow, parent: args.parent };
    const given = { path: {}, query: {}, body };
    const added = await app
      .callOperation({ operation: "addCategory", companyId: company_id, given })
      .catch((error: unknown) => {
        throw error instanceof Refusal ? renamed(error, Object.entries(ADDED), (name) => name) : error;
      });
    return { company_id, ...(changeOf(added as Row) as { readonly category: Category }) };
  },
  show: ({ category: row }) => table(HEAD, [line(row)], ""),
});

const categorySet = cardCommand("changeCategory", {
  name: "category set",
  summary: "Change a category's name or its place on statements",
  description:
    "Reports and the API show the change at once, for past months too, and the command prints which months have entries of the category. Categories below it keep their sections. Refused for a section that the category's type can't have, and for one that a bank account or the service's own postings on the category rule out. Nothing new can be put on an inactive category, but statements show what it has; it stays active while the service, a rule, a schedule, an invoice or an account will still post on it.",
  examples: [
    ["category set comp_sample cat_treasury-savings --name 'Reserve Savings'", "another name"],
    [
      "category set comp_sample cat_deposits --cash-flow investing",
      "security deposits as investments on the cash flow statement",
    ],
    [
      "category set comp_sample cat_other-income --cash-flow investing",
      "gains on sales of equipment, taken out of operating activities",
    ],
    ["category set comp_sample cat_term-loan --balance-class current", "a loan that is due within a year"],
    ["category set comp_sample cat_penalties --active no", "no new entries on a category"],
  ],
  inputs: {
    id: CATEGORY,
    name: { help: "The new name." },
    cash_flow: {
      help: "The section; cash for money in hand and in banks. On the income statement investing, financing or none.",
    },
    balance_class: {
      help: "The class on the balance sheet of exports, also for categories below it; fixed is property and equipment. With none, the name and the section of the cash flow statement decide.",
    },
    cash_paid_for: {
      help: "What its payments are for. Mark the expense and what is owed of it; exports of the cash flow statement disclose what was paid.",
    },
    active: {
      kind: word("yes", "no"),
      help: "No if nothing new shall be put on it.",
      send: (given) => given === "yes",
    },
  },
  check({ name, cash_flow, balance_class, cash_paid_for, active }) {
    if ([name, cash_flow, balance_class, cash_paid_for, active].every((given) => given === null))
      throw new UsageProblem("Give --name, --cash-flow, --balance-class, --cash-paid-for or --active.");
  },
  ...CHANGE,
});

const categoryMove = cardCommand("moveCategory", {
  name: "category move",
  summary: "Move a category, with all below it, to another place of the chart",
  description:
    "It comes after its new siblings, or next to one of them; statements, exports and the chart show siblings in this order. Its own figures stay; subtotals of its former and its new parent change, for past months too. Refused if the parent is of another type or would be in the way: below the category itself, in the lowest tier, or a category on which a bank account is booked or which the service chooses for postings.",
  examples: [
    ["category move comp_sample cat_bank-fees --parent cat_professional", "below another category"],
    ["category move comp_sample cat_bank-fees --parent none", "to the top"],
    ["category move comp_sample cat_office --before cat_rent", "to another place among its siblings"],
  ],
  inputs: {
    id: CATEGORY,
    parent: { ...PARENT, help: "The category that it stands below, or none for the top." },
    before: { kind: id("category") },
    after: { kind: id("category") },
  },
  check({ parent, before, after }) {
    if (parent === null && before === null && after === null)
      throw new UsageProblem("Give --parent, --before or --after.");
    if (before !== null && after !== null) throw new UsageProblem("Give --before or --after, not both.");
  },
  ...CHANGE,
});

const categoryOrder = cardCommand("orderCategories", {
  name: "category order",
  summary: "Order the chart by type and name",
  description:
    "Puts the categories below a parent, or those of the whole chart, into the order of their types and names. Numbers in names are ordered by their value, so names that begin with numbers are in the order of these. Statements, exports and the chart show categories in this order; no figure changes.",
  examples: [
    ["category order comp_sample", "the whole chart"],
    ["category order comp_sample --parent cat_payroll", "the categories below one"],
  ],
  inputs: { parent: { ...PARENT, help: "Only the categories below this one, or with none, at the top." } },
  ...CHART,
});

const categoryMerge = cardCommand("mergeCategory", {
  name: "category merge",
  summary: "Merge a category into another",
  description:
    "Moves all entries of a category to another one, with all that names it: transactions, splits, rules, schedules, invoices, notes on statements and the service's own postings. The category is gone then; later imports of its account and formulas that name it mean the other one. Both must be of the same type, section of the cash flow statement, class and side. Refused for entries in closed books, whose statements keep their lines, and for the category of a bank account.",
  examples: [
    ["category merge comp_sample cat_meals --into cat_travel", "two categories that are the same"],
    ["category merge comp_sample cat_meals --into cat_travel --dry-run", "see first which months change"],
  ],
  inputs: { id: CATEGORY, into: { kind: id("category") } },
  ...CHANGE,
});

export const CATEGORY_COMMANDS = [
  categoryList,
  categoryAdd,
  categorySet,
  categoryMove,
  categoryOrder,
  categoryMerge,
];
