/**
 * Every error that an operation card declares can be provoked by a request, with each `param` that it may
 * carry. Errors that can't be provoked are listed below with the reason. The list may only shrink, and an
 * entry that can be provoked after all fails.
 */
import { describe, expect, test } from "vitest";
import { COMMON_ERRORS, KEY_ERRORS, type Operation } from "../../src/contract/operation.ts";
import type { ErrorCode } from "../../src/core/errors.ts";
import { LIMITS } from "../../src/core/limits.ts";
import { countersWith, NOON, testApp } from "../support/app.ts";
import { invitation, permissions, person } from "../support/bundle.ts";
import type { Http } from "../support/http.ts";
import { sendRaw } from "../support/raw.ts";
import { sheet } from "../support/sheet-records.ts";
import { exportsOf } from "../support/exports.ts";
import { exportRequest, EXPORT_PROVOCATIONS } from "./export-provocations.ts";
import { FILE_PROVOCATIONS } from "./file-provocations.ts";
import { FEED_PROVOCATIONS, type Provocation } from "./feed-provocations.ts";
import { FORM_PROVOCATIONS } from "./form-provocations.ts";
import { INVOICE_PROVOCATIONS } from "./invoice-provocations.ts";
import { ORDINARY, RULE } from "./ordinary.ts";
import { goodOptions, goodTarget } from "./requests.ts";
import { SHEET_PROVOCATIONS } from "./sheet-provocations.ts";
import { TAX_PROVOCATIONS, uploading } from "./tax-provocations.ts";
import { WORK_PROVOCATIONS } from "./work-provocations.ts";

const http = await testApp();
const operations: readonly Operation[] = http.app.operations.map(({ operation }) => operation);
const company = await http.company({ ...ORDINARY, features: [] });
const { key } = company;

/** A company with every feature; `deputy` may only manage the team. */
const [chief, deputy] = [person("owner"), person("other", permissions("none", { team_access: "manage" }))];
/** A member who may manage rules but not transactions. */
const clerk = person("clerk", permissions("none", { accounting_setup: "manage" }));
const equipped = await http.company({
  users: [chief.user, deputy.user, clerk.user],
  members: [chief.member, deputy.member, clerk.member],
  invitations: [
    invitation("change"),
    invitation("admin", { permissions: permissions("manage") }),
    invitation("accepted", { state: "accepted", accepted_at: 1_750_000_000, accepted_by: deputy.member.id }),
  ],
});
const lesser = await http.keyOf(equipped.id, deputy.member.id);
const bookkeeper = await http.keyOf(equipped.id, clerk.member.id);
const crowded = await http.company({
  invitations: Array.from({ length: LIMITS.pending_invitations.value }, (_, index) =>
    invitation(`number${index}`),
  ),
});
const small = await http.company({ company: { plan: "startup" } });

/** A company with the greatest allowed number of unfinished exports. */
const exporting = await http.company();
for (let number = 0; number < LIMITS.unfinished_exports.value; number += 1)
  await exportsOf(http, exporting).ask();

/**
 * Makes an export by department of the company without features, which has the feature only for that moment.
 */
async function exportWithoutDepartments(): Promise<string> {
  await http.app.company.setFeature(company.id, "departments", true);
  const { id } = await exportsOf(http, company).ask({ group_by: { rows: "department" } });
  await http.app.company.setFeature(company.id, "departments", false);
  return id;
}

/** A spreadsheet that is edited after the first page of a search was read. */
const editing = await http.company({ journal: [], sheets: [sheet("edited", { A: { A1: "x", A2: "x" } })] });
const firstPage = await editing.read<{ next_cursor: string }>("/sheets/sht_edited/cells?query=x&limit=1");
await http.app.sheets.edit(editing.id, "sht_edited", null, { kind: "rename", name: "Edited" });

/** A company whose tax records are on hold while they are prepared. */
const onHold = await http.company(ORDINARY);
await http.app.taxes.setHold(onHold.id, true, { now: http.clock.now(), by: "ada" });

/** Declared errors that no request provokes: `operation code param`, and the reason. */
const UNREACHABLE: Readonly<Record<string, string>> = {};

/**
 * Returns `operation code param` for each error that an operation declares itself, in addition to the errors
 * of every operation. The errors of an optional `Idempotency-Key` are tested in `retries.test.ts`.
 */
function declaredBy(operation: Operation): string[] {
  const own = operation.errors
    .filter((error) => !KEY_ERRORS.includes(error))
    .flatMap(({ code, params }) => (params ?? [""]).map((param) => `${code} ${param}`));
  const inputs = Object.entries({ ...operation.query, ...operation.pathParams });
  const ofInputs = inputs.flatMap(([name, { errors }]) => errors.map((code) => `${code} ${name}`));
  // A missing record in a path or cursor is reported without `param`, as we read the specification, unless
  // the card declares a `param`.
  const silent = (text: string) =>
    text.replace(/^resource_missing (starting_after|id)$/, "resource_missing ");
  const alwaysNamed = (text: string) =>
    own.includes(text) &&
    operation.errors.filter(({ code }) => code === "resource_missing").length === 1 &&
    operation.id !== "listTransactions";
  return [
    ...new Set(
      [...own, ...ofInputs.map((text) => (alwaysNamed(text) ? text : silent(text)))].map(
        (text) => `${operation.id} ${text}`,
      ),
    ),
  ].toSorted();
}

const ENTRIES = "/journal_entries";
const TOTAL = "/aggregations/total";
const TOTALS = "/aggregations/totals";
const LONG = "x".repeat(1001);

const INVITATIONS = "/team/invitations";
const ADMIN = { access_template: "admin" };
const CUSTOM = { access_template: "custom" };
const NOTHING = permissions("none", { api_access: "none" });

/** Returns a request for an invitation, sent with the key `of`. */
function invite(changes: object, of: string = key): Provocation {
  return {
    target: INVITATIONS,
    method: "POST",
    key: of,
    body: { first_name: "Grace", last_name: "Ledger", email: "grace@example.com", ...ADMIN, ...changes },
  };
}

function changing(body: object, of: string = equipped.key, id = "invite_change"): Provocation {
  return { target: `${INVITATIONS}/${id}`, method: "PATCH", key: of, body };
}

/** Requests that are refused, by the expected error: `operation code param`. */
const PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  ...FEED_PROVOCATIONS,
  ...INVOICE_PROVOCATIONS,
  ...WORK_PROVOCATIONS,
  ...TAX_PROVOCATIONS,
  ...EXPORT_PROVOCATIONS,
  ...FILE_PROVOCATIONS,
  ...FORM_PROVOCATIONS,
  ...SHEET_PROVOCATIONS,
  "listSheetCells revision_conflict ": {
    target: `/sheets/sht_edited/cells?query=x&limit=1&starting_after=${firstPage.next_cursor}`,
    key: editing.key,
  },
  "createReportExport report_export_limit_exceeded ": {
    ...exportRequest({}, "one too many"),
    key: exporting.key,
  },
  "getReportExport feature_disabled ": `/reports/exports/${await exportWithoutDepartments()}`,
  "listTaxes taxes_not_ready ": { target: "/taxes", key: onHold.key, faultWanted: true },
  "getTax taxes_not_ready ": { target: "/taxes/tax_income_2024", key: onHold.key, faultWanted: true },
  "uploadIncomeReturn taxes_not_ready ": { ...uploading("income", {}), key: onHold.key, faultWanted: true },
  "uploadFranchiseConfirmation taxes_not_ready ": {
    ...uploading("franchise", {}),
    key: onHold.key,
    faultWanted: true,
  },
  "createRule insufficient_permission ": {
    target: "/rules",
    method: "POST",
    key: bookkeeper,
    body: { name: "Refused", ...RULE },
  },
  "listJournalEntries invalid_request category_id": `${ENTRIES}?category_id=grp_net_income`,
  "listJournalEntries invalid_request department_id": `${ENTRIES}?department_id=dept_nobodys`,
  "listJournalEntries invalid_request start_date": `${ENTRIES}?start_date=yesterday`,
  "listJournalEntries invalid_request end_date": `${ENTRIES}?end_date=2026-02-30`,
  "listJournalEntries invalid_request merchant": `${ENTRIES}?merchant=${LONG}`,
  "listJournalEntries invalid_request source": `${ENTRIES}?source=gold`,
  "listJournalEntries invalid_request transaction_id": `${ENTRIES}?transaction_id=`,
  "listJournalEntries invalid_request limit": `${ENTRIES}?limit=0`,
  "listJournalEntries invalid_date_range start_date": `${ENTRIES}?start_date=2026-01-02&end_date=2026-01-01`,
  "listJournalEntries resource_missing ": `${ENTRIES}?starting_after=je_nobodys_1`,
  "getJournalEntry resource_missing ": `${ENTRIES}/je_nobodys_1`,
  "getTotal parameter_missing category_id": TOTAL,
  "getTotal parameter_missing start_date": `${TOTAL}?category_id=cat_revenue&end_date=2026-01-01`,
  "getTotal parameter_missing end_date": `${TOTAL}?category_id=cat_revenue&start_date=2026-01-01`,
  "getTotal parameter_missing date": `${TOTAL}?category_id=cat_cash`,
  "getTotal parameter_missing start_month": `${TOTAL}?category_id=cat_revenue&end_month=2026-01`,
  "getTotal parameter_missing end_month": `${TOTAL}?category_id=cat_revenue&start_month=2026-01`,
  "getTotal invalid_request category_id": `${TOTAL}?category_id=`,
  "getTotal invalid_request start_date": `${TOTAL}?category_id=cat_cash&start_date=2026-01-01&end_date=2026-01-01`,
  "getTotal invalid_request end_date": `${TOTAL}?category_id=cat_cash&end_date=2026-01-01`,
  "getTotal invalid_request date": `${TOTAL}?category_id=cat_revenue&date=2026-01-01`,
  "getTotal invalid_request start_month": `${TOTAL}?category_id=cat_revenue&start_month=2026-1&end_month=2026-02`,
  "getTotal invalid_request end_month": `${TOTAL}?category_id=cat_revenue&start_month=2026-01&end_month=2026-13`,
  "getTotal invalid_request merchant": `${TOTAL}?category_id=cat_cash&date=2026-01-01&merchant=`,
  "getTotal invalid_date start_date": `${TOTAL}?category_id=cat_revenue&start_date=x`,
  "getTotal invalid_date end_date": `${TOTAL}?category_id=cat_revenue&start_date=2026-01-01&end_date=x`,
  "getTotal invalid_date date": `${TOTAL}?category_id=cat_cash&date=x`,
  "getTotal invalid_date_range start_date": `${TOTAL}?category_id=cat_revenue&start_date=2026-02-01&end_date=2026-01-01`,
  "getTotal invalid_date_range start_month": `${TOTAL}?category_id=cat_revenue&start_month=2026-02&end_month=2026-01`,
  "getTotal resource_missing category_id": `${TOTAL}?category_id=cat_nobodys&date=2026-01-01`,
  "listTotals parameter_missing start_date": TOTALS,
  "listTotals parameter_missing end_date": `${TOTALS}?start_date=2026-01-01`,
  "listTotals parameter_missing date": `${TOTALS}?category_ids[]=cat_cash&start_date=2026-01-01&end_date=2026-01-31`,
  "listTotals parameter_missing start_month": `${TOTALS}?end_month=2026-01`,
  "listTotals parameter_missing end_month": `${TOTALS}?start_month=2026-01`,
  "listTotals invalid_request category_ids": `${TOTALS}?category_ids[]=&date=2026-01-01`,
  "listTotals invalid_request start_month": `${TOTALS}?start_month=2026&end_month=2026-01`,
  "listTotals invalid_request end_month": `${TOTALS}?end_month=2026-01&date=2026-01-01`,
  "listTotals invalid_request merchant": `${TOTALS}?date=2026-01-01&merchant=`,
  "listTotals invalid_date start_date": `${TOTALS}?start_date=2026-01-01x&end_date=2026-01-31`,
  "listTotals invalid_date end_date": `${TOTALS}?start_date=2026-01-01&end_date=01/31/2026`,
  "listTotals invalid_date date": `${TOTALS}?date=2026-01`,
  "listTotals invalid_date_range start_date": `${TOTALS}?start_date=2026-02-01&end_date=2026-01-01`,
  "listTotals invalid_date_range start_month": `${TOTALS}?start_month=2026-02&end_month=2026-01`,
  "listTotals resource_missing category_ids": `${TOTALS}?category_ids[]=cat_nobodys&date=2026-01-01`,
  "listMerchants parameter_missing category_id": "/parties/merchants",
  "listMerchants invalid_request category_id": "/parties/merchants?category_id=",
  "listMerchants invalid_request limit": "/parties/merchants?category_id=cat_cash&limit=501",
  "listMerchants resource_missing category_id": "/parties/merchants?category_id=cat_nobodys",
  "listMerchants resource_missing ": "/parties/merchants?category_id=cat_cash&starting_after=nonsense",
  "getBalanceSheet invalid_date date": "/reports/balance_sheet?date=2026-02-30",
  "getIncomeStatement invalid_date start_date": "/reports/income_statement?start_date=2026",
  "getIncomeStatement invalid_date end_date": "/reports/income_statement?end_date=2026-01-01T00:00:00",
  "getIncomeStatement invalid_date_range start_date":
    "/reports/income_statement?start_date=2026-02-01&end_date=2026-01-01",
  "getIncomeStatement invalid_request group_by": "/reports/income_statement?group_by=merchant",
  "getIncomeStatement feature_disabled ": "/reports/income_statement?group_by=department",
  "getCashFlow invalid_date start_date": "/reports/cash_flow?start_date=Jan+31+2026",
  "getCashFlow invalid_date end_date": "/reports/cash_flow?end_date=20260101",
  "getCashFlow invalid_date_range start_date": "/reports/cash_flow?start_date=2026-02-01&end_date=2026-01-01",
  "createInvitation parameter_missing first_name": invite({ first_name: undefined }),
  "createInvitation parameter_missing last_name": invite({ last_name: " " }),
  "createInvitation parameter_missing email": invite({ email: "" }),
  "createInvitation parameter_missing access_template": invite({ access_template: "" }),
  "createInvitation parameter_missing permissions": invite(CUSTOM),
  "createInvitation invalid_request first_name": invite({ first_name: 1 }),
  "createInvitation invalid_request last_name": invite({ last_name: "x\ny" }),
  "createInvitation invalid_request email": invite({ email: null }),
  "createInvitation invalid_request access_template": invite({ access_template: "owner" }),
  "createInvitation invalid_request permissions": invite({ permissions: null }),
  "createInvitation feature_disabled permissions": invite({ access_template: "read_only" }),
  "createInvitation plan_upgrade_required ": invite({ access_template: "read_only" }, small.key),
  "createInvitation insufficient_permission permissions": invite({}, lesser),
  "createInvitation invitation_invalid email": invite({ email: "nobody" }),
  "createInvitation invitation_invalid ": invite({}, crowded.key),
  "changeInvitation parameter_missing access_template": changing({}),
  "changeInvitation parameter_missing permissions": changing(CUSTOM),
  "changeInvitation invalid_request access_template": changing({ access_template: "owner" }),
  "changeInvitation invalid_request permissions": changing({ ...ADMIN, permissions: NOTHING }),
  "changeInvitation invalid_request id": changing(ADMIN, equipped.key, "invite_a-b"),
  "changeInvitation feature_disabled ": changing(ADMIN, key),
  "changeInvitation plan_upgrade_required ": changing(ADMIN, small.key),
  "changeInvitation resource_missing invitation_id": changing(ADMIN, equipped.key, "invite_nobodys"),
  "changeInvitation insufficient_permission invitation_id": changing(
    { ...CUSTOM, permissions: NOTHING },
    lesser,
    "invite_admin",
  ),
  "changeInvitation insufficient_permission permissions": changing(ADMIN, lesser),
  "resendInvitation invalid_request ": {
    target: `${INVITATIONS}/invite_resend/resend`,
    method: "POST",
    body: {},
  },
  "resendInvitation invalid_request id": { target: `${INVITATIONS}/resend/resend`, method: "POST" },
  "resendInvitation resource_missing ": { target: `${INVITATIONS}/invite_nobodys/resend`, method: "POST" },
  "resendInvitation insufficient_permission invitation_id": {
    target: `${INVITATIONS}/invite_admin/resend`,
    method: "POST",
    key: lesser,
  },
  "revokeInvitation invalid_request ": { target: `${INVITATIONS}/invite_revoke`, method: "DELETE", body: {} },
  "revokeInvitation resource_missing invitation_id": {
    target: `${INVITATIONS}/invite_accepted`,
    method: "DELETE",
    key: equipped.key,
  },
  "revokeInvitation insufficient_permission invitation_id": {
    target: `${INVITATIONS}/invite_admin`,
    method: "DELETE",
    key: lesser,
  },
};

describe("an error that a card declares", () => {
  const declared = operations.flatMap(declaredBy);

  test("has a request that provokes it, or a reason for having none", () => {
    expect(
      declared.filter((error) => !Object.hasOwn(PROVOCATIONS, error) && !Object.hasOwn(UNREACHABLE, error)),
    ).toEqual([]);
    expect(
      Object.keys(UNREACHABLE).filter(
        (error) => !declared.includes(error) || Object.hasOwn(PROVOCATIONS, error),
      ),
    ).toEqual([]);
    expect(Object.keys(PROVOCATIONS).filter((error) => !declared.includes(error))).toEqual([]);
  });

  test.each(Object.entries(PROVOCATIONS))("%s", async (error, provocation) => {
    const [, code, param] = error.split(" ");
    const { target, sections, fault, unready, ...options } =
      typeof provocation === "string" ? { target: provocation } : provocation;
    if (fault) await http.app.faults.drills?.set({ step: fault, action: "fail", times: 1 });
    const refusal = await http.refusal(target, {
      faultWanted: fault !== undefined || unready === true,
      key: sections ? (await http.company({ ...ORDINARY, ...sections })).key : key,
      ...options,
    });
    expect([refusal.code, refusal.param ?? ""]).toEqual([code, param]);
  });
});

type Provoke = (target: string, options: ReturnType<typeof goodOptions>) => Promise<{ code: string }>;

/** How to provoke each error that every operation may answer with. */
const COMMON: Readonly<Partial<Record<ErrorCode, Provoke>>> = {
  invalid_request: async (target, { method }) => {
    const answer = await sendRaw(
      http.address,
      `${method} /api/v1${target} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\nx: ${"x".repeat(100_000)}\r\n\r\n`,
    );
    return (answer.json as { error: { code: string } }).error;
  },
  invalid_api_key: (target, options) => http.refusal(target, { ...options, key: null }),
  user_inactive: (target, options) => outcast.inactive(target, options),
  user_removed_from_company: (target, options) => outcast.removed(target, options),
  company_closed: (target, options) => outcast.closed(target, options),
  subscription_required: (target, options) => outcast.unpaid(target, options),
  insufficient_permission: (target, options) => outcast.powerless(target, options),
  staging_access_denied: (target, options) => staging.refusal(target, { ...options, key }),
  feature_disabled: (target, options) => early.refusal(target, { ...options, key }),
  rate_limit_exceeded: (target, options) => busy.refusal(target, { ...options, key }),
  monthly_limit_exceeded: (target, options) => http.refusal(target, { ...options, key: spent.key }),
  internal_error: (target, options) =>
    faulty.refusal(target, { ...options, key: equipped.key, faultWanted: true }),
  service_unavailable: (target, options) =>
    away.refusal(target, { ...options, key: equipped.key, faultWanted: true }),
};

async function outcastBy(change: {
  state?: "closed";
  unpaid?: true;
  inactive?: true;
  removed?: true;
  powerless?: true;
}): Promise<Provoke> {
  const owner = person("owner");
  const created = await http.company({ users: [owner.user], members: [owner.member] });
  await http.put({
    ...created.bundle,
    company: {
      ...created.bundle.company,
      ...(change.state ? { state: change.state } : {}),
      ...(change.unpaid ? { subscription: { status: "closed", trial_ends_at: null } } : {}),
    },
    users: [{ ...owner.user, active: !change.inactive }],
    members: [
      {
        ...owner.member,
        permissions: permissions("manage", change.powerless ? { api_access: "none" } : {}),
        removed_at: change.removed ? 1_700_000_000 : null,
      },
    ],
    categories: [],
    departments: [],
    journal: [],
  });
  return (target, options) => http.refusal(target, { ...options, key: created.key });
}

const outcast = {
  inactive: await outcastBy({ inactive: true }),
  removed: await outcastBy({ removed: true }),
  closed: await outcastBy({ state: "closed" }),
  unpaid: await outcastBy({ unpaid: true }),
  powerless: await outcastBy({ powerless: true }),
};
const staging: Http = await http.serve({ stagingDomain: "operator.example.org" });
const early: Http = await http.serve({ earlyAccess: new Map(operations.map(({ id }) => [id, "beta"])) });
const busy: Http = await http.serve({ counters: countersWith("key") });
const spent = await http.company({ overrides: [{ month: NOON.slice(0, 7), requests: 0 }] });
const throwing = (error: Error) =>
  http.serve({
    operations: http.app.operations.map((bound) => ({ ...bound, handle: async () => Promise.reject(error) })),
  });
const faulty: Http = await throwing(new Error("the secret reason"));
const away: Http = await throwing(Object.assign(new Error("the secret host"), { code: "ECONNREFUSED" }));

describe.each(operations)(
  "$method $path answers each error that every operation may answer with:",
  (operation) => {
    test.each(COMMON_ERRORS.map(({ code }) => code))("%s", async (code) => {
      const provoke = COMMON[code];
      if (!provoke) throw new Error(`add to COMMON how to provoke ${code}`);
      const refusal = await provoke(goodTarget(operation), goodOptions(operation));
      expect(refusal.code).toBe(code);
      expect(JSON.stringify(refusal)).not.toMatch(/secret|Error:|\.ts\b|node_modules/);
    });
  },
);
