/**
 * Every error that an operation card declares can be provoked by a request, with each `param` that it may
 * carry: by one that a rule makes from the card, or else by one that stands here or in `provocations.ts`.
 */
import { describe, expect, test } from "vitest";
import { KEY_ERRORS, type Operation } from "../../src/contract/operation.ts";
import { LIMITS } from "@daybook/words/limits";
import { type CompanyOverrides, invitation, permissions, person } from "../support/bundle.ts";
import type { WireError } from "../support/exchange.ts";
import { sheet } from "../support/sheet-records.ts";
import { exportsOf } from "../support/exports.ts";
import { type Attempt, attemptsAt } from "./derived-provocations.ts";
import {
  CONSOLE_PROVOCATIONS,
  contentCursor,
  exportingStatement,
  manualEntry,
  takingBack,
  takingImportBack,
} from "./console-provocations.ts";
import { everyDoor } from "./doors.ts";
import { ORDINARY, RULE } from "./ordinary.ts";
import { exportRequest, type Provocation, PROVOCATIONS, sending, uploading } from "./provocations.ts";
import { CONSOLE } from "./requests.ts";

const http = await everyDoor();
const operations: readonly Operation[] = http.bound.map(({ operation }) => operation);
const company = await http.company({ ...ORDINARY, features: [] });
const { key } = company;

/** A company with every feature; `deputy` may only manage the team. */
const [chief, deputy] = [person("owner"), person("other", permissions("none", { team_access: "manage" }))];
/** A member who may manage rules but not transactions. */
const clerk = person("clerk", permissions("none", { accounting_setup: "manage" }));
const idle = person("idle", permissions("none", { api_access: "none" }));
const equipped = await http.company({
  users: [chief.user, deputy.user, clerk.user, idle.user],
  members: [chief.member, deputy.member, clerk.member, idle.member],
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

/** A member of the small company has the greatest allowed number of keys. */
const owner = small.bundle.members[0]?.user_id ?? "";
for (let number = 1; number < LIMITS.keys_per_member.value; number += 1)
  await http.app.access.createKey(small.id, owner, `key ${number}`);

/** What was posted, opened and taken back before. */
for (const { target, ...options } of [manualEntry("The first memo"), takingBack, takingImportBack])
  await http.send(target, { key, ...options });
const unused = await http.send<{ id: string }>("/accounts", {
  key,
  method: "POST",
  body: { name: "Unused", type: "other" },
});

/** A company whose tax records are on hold while they are prepared. */
const onHold = await http.company(ORDINARY);
await http.app.taxes.setHold(onHold.id, true, { now: http.clock.now(), by: "ada" });

/**
 * Returns `operation code param` for each error that an operation declares itself, in addition to the errors
 * of every operation. The errors of an optional `Idempotency-Key` are tested in `retries.test.ts`.
 */
function declaredBy({ id, errors, query, pathParams }: Operation): string[] {
  const own = errors
    .filter((error) => !KEY_ERRORS.includes(error))
    .flatMap(({ code, params }) => (params ?? [""]).map((param) => `${code} ${param}`));
  // A missing record in a path or cursor is reported without `param`, as we read the specification, unless
  // the card declares a `param`. Only a cursor of transactions is reported in both ways.
  const ofInputs = Object.entries({ ...query, ...pathParams }).flatMap(([name, input]) =>
    input.errors.map((code) =>
      code === "resource_missing" && (!own.includes(`${code} ${name}`) || id === "listTransactions")
        ? `${code} `
        : `${code} ${name}`,
    ),
  );
  return [...new Set([...own, ...ofInputs].map((error) => `${id} ${error}`))].toSorted();
}

const INVITATIONS = "/team/invitations";
const CONSOLE_INVITATIONS = `${CONSOLE}/invitations`;
const ADMIN = { access_template: "admin" };
const CUSTOM = { access_template: "custom" };
const NOTHING = permissions("none", { api_access: "none" });

/** Returns a request for an invitation, sent with the key `of`. */
function invite(target: string, changes: object, of: string = key): Provocation {
  return {
    target,
    method: "POST",
    key: of,
    body: { first_name: "Grace", last_name: "Ledger", email: "grace@example.com", ...ADMIN, ...changes },
  };
}

/** What both operations that invite are refused with. */
const inviting = (id: string, target: string): Record<string, Provocation> => ({
  [`${id} feature_disabled permissions`]: invite(target, { access_template: "read_only" }),
  [`${id} plan_upgrade_required `]: invite(target, { access_template: "read_only" }, small.key),
  [`${id} insufficient_permission permissions`]: invite(target, {}, lesser),
  [`${id} invitation_invalid email`]: invite(target, { email: "nobody" }),
  [`${id} invitation_invalid `]: invite(target, {}, crowded.key),
});

const resending = (root: string): Provocation => ({
  target: `${root}/invite_admin/resend`,
  method: "POST",
  key: lesser,
});

function changing(body: object, of: string = equipped.key, id = "invite_change"): Provocation {
  return { target: `${INVITATIONS}/${id}`, method: "PATCH", key: of, body };
}

/** A request on a member, without a body to remove them. */
const onMember = (id: string, body: object | null, of: string = equipped.key): Provocation => ({
  target: `${CONSOLE}/team/members/${id}`,
  key: of,
  ...(body === null ? { method: "DELETE" } : { method: "PATCH", body }),
});

const byDepartment = await exportWithoutDepartments();

/** Requests that are refused, by the expected error: `operation code param`. */
const ALL_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  ...PROVOCATIONS,
  ...CONSOLE_PROVOCATIONS,
  "listSheetCells revision_conflict ": {
    target: `/sheets/sht_edited/cells?query=x&limit=1&starting_after=${firstPage.next_cursor}`,
    key: editing.key,
  },
  "getSheetContent revision_conflict ": {
    target: `${CONSOLE}/sheets/sht_edited/content?starting_after=${contentCursor(editing.id, "sht_edited")}`,
    key: editing.key,
  },
  "createKey insufficient_permission ": {
    ...sending("POST", `${CONSOLE}/keys`, { name: "dashboard", read_only: true }),
    key: bookkeeper,
  },
  "createKey invalid_request ": {
    ...sending("POST", `${CONSOLE}/keys`, { name: "one too many" }),
    key: small.key,
  },
  "changeAccount resource_missing category_id": sending("PATCH", `${CONSOLE}/accounts/${unused.body.id}`, {
    category_id: "cat_nobodys",
  }),
  "createReportExport report_export_limit_exceeded ": {
    ...exportRequest({}, "one too many"),
    key: exporting.key,
  },
  "getReportExport feature_disabled ": `/reports/exports/${byDepartment}`,
  "exportStatement report_export_limit_exceeded ": {
    ...exportingStatement({}, "one too many"),
    key: exporting.key,
  },
  "getStatementExport feature_disabled ": `${CONSOLE}/statement_exports/${byDepartment}`,
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
  ...inviting("createInvitation", INVITATIONS),
  ...inviting("inviteMember", CONSOLE_INVITATIONS),
  "changeMember resource_missing id": onMember("mbr_nobody", { ...CUSTOM, permissions: NOTHING }),
  "changeMember invalid_request id": onMember(chief.member.id, ADMIN),
  "changeMember feature_disabled permissions": onMember("mbr_any", { access_template: "read_only" }, key),
  "changeMember plan_upgrade_required ": onMember("mbr_any", { access_template: "read_only" }, small.key),
  "changeMember insufficient_permission id": onMember(
    clerk.member.id,
    { ...CUSTOM, permissions: NOTHING },
    lesser,
  ),
  "changeMember insufficient_permission permissions": onMember(idle.member.id, ADMIN, lesser),
  "removeMember invalid_request id": onMember(chief.member.id, null),
  "removeMember insufficient_permission id": onMember(clerk.member.id, null, lesser),
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
  "resendInvitation insufficient_permission invitation_id": resending(INVITATIONS),
  "resendMember insufficient_permission invitation_id": resending(CONSOLE_INVITATIONS),
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

const declared = operations.flatMap((operation) =>
  declaredBy(operation).map((error) => [error, operation] as const),
);

test("each provocation is of a declared error", () => {
  const errors = declared.map(([error]) => error);
  expect(Object.keys(ALL_PROVOCATIONS).filter((error) => !errors.includes(error))).toEqual([]);
});

/** Returns `code param` of the refusal of a request, or its status. */
async function answerTo({ target, ...options }: Attempt & { readonly key?: string }): Promise<string> {
  const { status, body } = await http.send<{ error?: WireError }>(target, { key, ...options });
  if (status < 400) return String(status);
  return `${body.error?.code} ${(body.error?.param ?? "").replaceAll(/\[\d+\]/g, "[]")}`;
}

/** The categories of a company's own, with those that the ordinary journal is booked on besides. */
function ownCharts({ categories }: CompanyOverrides): CompanyOverrides {
  if (categories === undefined) return {};
  const own = new Set(categories.map(({ id }) => id));
  const further = ORDINARY.categories.filter(({ id }) => /^cat_(?:owned|worn)_/.test(id) && !own.has(id));
  return { categories: [...categories, ...further] };
}

/** Sends a request of `ALL_PROVOCATIONS`. */
async function provoke(provocation: Provocation): Promise<string> {
  const { target, sections, fault, unready, ...options } =
    typeof provocation === "string" ? { target: provocation } : provocation;
  if (fault) await http.app.faults.drills?.set({ step: fault, action: "fail", times: 1 });
  const refusal = await http.refusal(target, {
    faultWanted: fault !== undefined || unready === true,
    key: sections ? (await http.company({ ...ORDINARY, ...sections, ...ownCharts(sections) })).key : key,
    ...options,
  });
  return `${refusal.code} ${refusal.param ?? ""}`;
}

describe("an error that a card declares is provoked by a request that is made from the card, or by one of its own:", () => {
  test.each(declared)("%s", async (error, operation) => {
    const [, code = "", param = ""] = error.split(" ");
    const seen: string[] = [];
    for (const attempt of attemptsAt(operation, code, param)) {
      seen.push(await answerTo(attempt));
      if (seen.at(-1) === `${code} ${param}`) break;
    }
    const provocation = ALL_PROVOCATIONS[error];
    const answers = [...new Set(seen)].join(" | ");
    if (seen.at(-1) === `${code} ${param}`) expect(provocation, "a rule provokes it").toBeUndefined();
    else expect(provocation && (await provoke(provocation)), answers).toBe(`${code} ${param}`);
  });
});
