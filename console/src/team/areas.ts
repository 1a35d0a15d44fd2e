/** The fourteen areas of access in words: what each level lets a member do. */
import type { Member } from "@daybook/client";

export type Permissions = Member["permissions"];
export type Area = keyof Permissions;
export type Level = "none" | "view" | "manage";

interface AreaWords {
  readonly area: Area;
  readonly name: string;
  readonly view: string | null;
  readonly manage: string;
}

const NOTHING_YET = "Nothing yet: no operation asks for it";

/** In the order of the API. An area without a level `view` has none in words either. */
export const AREA_WORDS: readonly AreaWords[] = [
  {
    area: "company",
    name: "Company",
    view: "Reads the profile, the plan, the requests of the month and the audit trail",
    manage: "Changes the profile, the fiscal year and what the cash flow statement leaves out",
  },
  {
    area: "accounting_setup",
    name: "Accounting setup",
    view: "Reads the chart of categories, the departments and the rules",
    manage: "Makes, changes and deletes rules; adds, renames and moves categories",
  },
  {
    area: "integrations",
    name: "Connections",
    view: "Sees which banks and services are connected, and whether they work",
    manage: "Signs in again and has connections read; with transactions managed too, connects and ends them",
  },
  {
    area: "reports",
    name: "Reports",
    view: "Reads the statements and the journal, and exports them",
    manage: NOTHING_YET,
  },
  {
    area: "transactions",
    name: "Transactions",
    view: "Reads transactions, accounts, cards and spreads",
    manage: "Categorizes, splits and uploads transactions, makes transfers and accounts",
  },
  {
    area: "invoices",
    name: "Invoices",
    view: "Reads invoices",
    manage: "Issues and voids invoices; with transactions managed too, matches payments",
  },
  {
    area: "forecast",
    name: "Spreadsheets",
    view: "Reads spreadsheets, with the totals of the books that their formulas read",
    manage: "Changes and deletes spreadsheets, and so reads totals of the books by formulas",
  },
  {
    area: "taxes",
    name: "Taxes",
    view: "Reads tax filings, credits and 1099s, with their documents",
    manage: "Uploads returns and confirmations",
  },
  {
    area: "team_access",
    name: "Team",
    view: "Sees the members and the invitations",
    manage: "Invites, changes and revokes invitations, within the own access",
  },
  {
    area: "api_access",
    name: "API access",
    view: null,
    manage: "Has API keys, with which programs do what the member may do",
  },
  {
    area: "bills",
    name: "Bills",
    view: "Reads bills, and payables by age",
    manage: "Enters, credits and voids bills; with transactions managed too, matches payments",
  },
  { area: "payroll", name: "Payroll", view: NOTHING_YET, manage: NOTHING_YET },
  { area: "documents", name: "Documents", view: NOTHING_YET, manage: NOTHING_YET },
  { area: "billing", name: "Billing", view: NOTHING_YET, manage: NOTHING_YET },
];

const LEVELS: readonly Level[] = ["none", "view", "manage"];
export const LEVEL_NAMES: Readonly<Record<Level, string>> = { none: "None", view: "View", manage: "Manage" };

export function levelsOf({ view }: AreaWords): readonly Level[] {
  return view === null ? ["none", "manage"] : LEVELS;
}

/** True if somebody with `own` may give `level`. */
export function mayGive(own: Level, level: Level): boolean {
  return LEVELS.indexOf(own) >= LEVELS.indexOf(level);
}

/** True if somebody with the levels `own` may give all of `granted`. */
export function mayGiveAll(own: Permissions, granted: Permissions): boolean {
  return AREA_WORDS.every(({ area }) => mayGive(own[area], granted[area]));
}

/** All areas at one level; API access is none unless everything is managed. */
export function allAt(level: Level): Permissions {
  return Object.fromEntries(
    AREA_WORDS.map((words) => [words.area, levelsOf(words).includes(level) ? level : "none"]),
  ) as unknown as Permissions;
}

export const TEMPLATE_NAMES = {
  admin: "Full admin",
  read_only: "Read-only",
  custom: "Custom access",
} as const;
export type Template = keyof typeof TEMPLATE_NAMES;

/** The levels that each template gives; `custom` are those that are chosen. */
export function levelsByTemplate(custom: Permissions): Readonly<Record<Template, Permissions>> {
  return { admin: allAt("manage"), read_only: allAt("view"), custom };
}

/** True if who has `own` may give this template; `hasRoles` tells whether the company has others than admin. */
export function mayChoose(template: Template, own: Permissions, hasRoles: boolean): boolean {
  if (template === "custom") return hasRoles;
  return (template === "admin" || hasRoles) && mayGiveAll(own, levelsByTemplate(own)[template]);
}
