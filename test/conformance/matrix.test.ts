/**
 * Every operation with every reason to refuse a request: the refusal must have the expected status, type,
 * code and `param`, and change nothing. The operations and their required permissions come from the cards, so
 * new operations are included automatically.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { type Level, LEVELS, type Requirement } from "../../src/core/areas.ts";
import { unixSeconds } from "../../src/core/civil-date.ts";
import type { CompanyChange } from "../../src/modules/tenants/company/index.ts";
import { NOON, testApp, type TestCompany } from "../support/app.ts";
import { type Permissions, permissions, person } from "../support/bundle.ts";
import type { Http } from "../support/http.ts";
import { digestsOf } from "../support/state.ts";
import { ORDINARY } from "./ordinary.ts";
import { goodOptions, goodTarget } from "./requests.ts";

const http = await testApp();
const { access } = http.app;
const operations: readonly Operation[] = http.app.operations.map(({ operation }) => operation);

/**
 * Operations that don't refuse in a case, by operation and case: the status that they answer instead, and the
 * reason. An entry fails if the operation refuses after all, or if there is no such operation or case. The
 * list may only shrink.
 */
const EXCEPTIONS: Readonly<Record<string, { readonly status: number; readonly because: string }>> = {
  "deleteRule: ids of another company": {
    status: 204,
    because: "A rule that the company does not have is gone already.",
  },
  "revokeInvitation: ids of another company": {
    status: 204,
    because: "What the company does not have is answered as if it had been revoked.",
  },
};

/** The rule of the specification that states the permission of each operation. */
const RULES: Readonly<Record<string, string>> = {
  getCompany: "AUTH-035",
  listForms1099: "AUTH-040",
  getForm1099: "AUTH-041",
  getTeam: "AUTH-046",
  createInvitation: "AUTH-047",
  changeInvitation: "AUTH-048",
  resendInvitation: "AUTH-049",
  revokeInvitation: "AUTH-050",
  createTransactionUpload: "OPS-015",
  createFile: "AUTH-042",
  createFileUpload: "AUTH-043",
  listCategories: "AUTH-051",
  listDepartments: "AUTH-052",
  listIntegrations: "AUTH-053",
  getBalanceSheet: "AUTH-054",
  getIncomeStatement: "AUTH-055",
  getCashFlow: "AUTH-056",
  createReportExport: "AUTH-057",
  getReportExport: "AUTH-058",
  listJournalEntries: "AUTH-059",
  getJournalEntry: "AUTH-060",
  getTotal: "AUTH-061",
  listMerchants: "AUTH-062",
  listTotals: "OPS-024",
  listInvoices: "OPS-018",
  getInvoice: "OPS-019",
  createInvoice: "OPS-020",
  voidInvoice: "OPS-021",
  matchInvoice: "OPS-022",
  unmatchInvoice: "OPS-023",
  createRule: "OPS-001",
  listRules: "OPS-002",
  getRule: "OPS-003",
  changeRule: "OPS-004",
  deleteRule: "OPS-005",
  bulkUpdateTransactions: "OPS-013",
  getJob: "OPS-014",
  listTaxes: "AUTH-036",
  getTax: "AUTH-037",
  listTaxCredits: "AUTH-038",
  getTaxCredit: "AUTH-039",
  uploadIncomeReturn: "AUTH-044",
  uploadFranchiseConfirmation: "AUTH-045",
  listSheets: "AUTH-067",
  getSheet: "AUTH-068",
  listSheetCells: "AUTH-069",
  deleteSheet: "AUTH-070",
  listTransactions: "AUTH-063",
  getTransaction: "AUTH-064",
  editTransaction: "AUTH-065",
  removeSplit: "AUTH-066",
  listAccounts: "OPS-006",
  createAccount: "OPS-007",
  listCards: "OPS-008",
  listSpreads: "OPS-009",
  listSplits: "OPS-010",
  splitTransaction: "OPS-011",
  changeSplit: "OPS-012",
  createTransfer: "OPS-016",
  deleteTransfer: "OPS-017",
};

/** The status and type of each refusal. */
const REFUSALS = {
  invalid_api_key: { status: 401, type: "authentication_error" },
  user_inactive: { status: 403, type: "permission_error" },
  user_removed_from_company: { status: 403, type: "permission_error" },
  staging_access_denied: { status: 403, type: "permission_error" },
  company_closed: { status: 403, type: "permission_error" },
  subscription_required: { status: 403, type: "permission_error" },
  feature_disabled: { status: 403, type: "permission_error" },
  insufficient_permission: { status: 403, type: "permission_error" },
  resource_missing: { status: 404, type: "invalid_request_error" },
} as const;

/** A caller whose request is refused, and the expected refusal. */
interface Case {
  readonly name: string;
  readonly key: string | null;
  readonly code: keyof typeof REFUSALS;
  readonly param?: string | undefined;
  /** The companies in which nothing may change. */
  readonly of: readonly TestCompany[];
  readonly server?: Http;
  /** The permissions of `lesser` when the request is sent. */
  readonly levels?: Permissions;
  /**
   * True if the request is counted in the company's month before it is refused. It may change nothing else.
   */
  readonly counted?: true;
}

const [owner, lesser, powerless, leaver, sleeper] = [
  person("owner"),
  person("lesser"),
  person("powerless"),
  person("leaver"),
  person("sleeper"),
];
const people = [owner, lesser, powerless, leaver, sleeper];
/** The company of the good requests. */
const company = await http.company({
  ...ORDINARY,
  users: people.map(({ user }) => user),
  members: people.map(({ member }) => member),
});
const of = [company];
const revoked = await access.createKey(company.id, owner.member.id, "revoked");
await access.revokeKey(company.id, revoked.id);
const [ofLesser, ofPowerless, ofLeaver, ofSleeper] = [
  await keyOf(lesser),
  await keyOf(powerless),
  await keyOf(leaver),
  await keyOf(sleeper),
];
await access.changePermissions(company.id, powerless.member.id, () =>
  permissions("manage", { api_access: "none" }),
);
await access.removeMember(company.id, leaver.member.id);
await access.setUserActive(sleeper.user.id, false);

function keyOf({ member }: ReturnType<typeof person>): Promise<string> {
  return http.keyOf(company.id, member.id);
}

/** Makes another company and changes it, so that its key is refused. */
async function companyAfter(change: CompanyChange): Promise<Pick<Case, "key" | "of">> {
  const other = await http.company();
  await http.app.company.change(other.id, change);
  return { key: other.key, of: [other] };
}

const staging = await http.serve({ stagingDomain: "operator.example" });
const beta = await http.serve({ earlyAccess: new Map(operations.map(({ id }) => [id, "beta"])) });

/** The cases that refuse every request, whatever its operation. */
const EVERY_REQUEST: readonly Case[] = [
  { name: "no key (AUTH-001, AUTH-003)", code: "invalid_api_key", key: null, of },
  {
    name: "a key that was never issued (AUTH-006)",
    code: "invalid_api_key",
    key: `svc_${"0".repeat(52)}`,
    of,
  },
  { name: "a revoked key (AUTH-009)", code: "invalid_api_key", key: revoked.api_key, of },
  {
    name: "the key of a user who is deactivated (AUTH-017, AUTH-026)",
    code: "user_inactive",
    key: ofSleeper,
    of,
  },
  {
    name: "the key of a member who was removed (AUTH-016, AUTH-026)",
    code: "user_removed_from_company",
    key: ofLeaver,
    of,
  },
  {
    name: "the key of an outsider on a staging deployment (AUTH-030)",
    code: "staging_access_denied",
    key: company.key,
    of,
    server: staging,
  },
  {
    name: "a company that is closed (AUTH-071)",
    code: "company_closed",
    ...(await companyAfter({ lifecycle: "closed" })),
  },
  {
    name: "a company that is being closed (AUTH-072)",
    code: "company_closed",
    ...(await companyAfter({ lifecycle: "closing" })),
  },
  {
    name: "a company that is deleted (AUTH-073)",
    code: "company_closed",
    ...(await companyAfter({ lifecycle: "deleted" })),
  },
  {
    name: "no subscription (AUTH-032)",
    code: "subscription_required",
    ...(await companyAfter({ subscription_status: "none" })),
  },
  {
    name: "a trial that has ended (AUTH-033)",
    code: "subscription_required",
    ...(await companyAfter({
      subscription_status: "trialing",
      trial_ends_at: unixSeconds(Date.parse(NOON) / 1000),
    })),
  },
  {
    name: "a closed subscription (AUTH-034)",
    code: "subscription_required",
    ...(await companyAfter({ subscription_status: "closed" })),
  },
  { name: "no API access (AUTH-020, AUTH-074)", code: "insufficient_permission", key: ofPowerless, of },
];

const ON_EARLY_ACCESS: readonly Case[] = [
  {
    name: "early access without the feature (AUTH-027, AUTH-029, AUTH-076)",
    code: "feature_disabled",
    key: company.key,
    of,
    server: beta,
    counted: true,
  },
  {
    name: "early access without the feature and without any permission (AUTH-028)",
    code: "feature_disabled",
    key: ofLesser,
    of,
    server: beta,
    counted: true,
    levels: permissions("none"),
  },
];

/** Returns exactly the permissions that an operation requires. */
function only({ requires }: Operation): Permissions {
  return permissions("none", Object.fromEntries(requires.map(({ area, level }) => [area, level])));
}

function below(level: Level): Level {
  return LEVELS[LEVELS.indexOf(level) - 1] ?? "none";
}

function lacking({ id }: Operation, { area, level }: Requirement): Case {
  const name = `manage everywhere but ${below(level)} in ${area} (${RULES[id] ?? "no rule of its own"}, AUTH-074)`;
  return {
    name,
    code: "insufficient_permission",
    key: ofLesser,
    of,
    counted: true,
    levels: permissions("manage", { [area]: below(level) }),
  };
}

/** A company without records, so that the ids in the path of a good request are another company's. */
const bare = await http.company(
  Object.fromEntries(
    Object.entries(company.bundle).flatMap(([name, rows]) =>
      Array.isArray(rows) && !["features", "users", "members"].includes(name) ? [[name, []]] : [],
    ),
  ),
);

/**
 * Returns the `param` that the card declares for a missing record in the path: the one that is no other
 * input.
 */
function paramOfPath({ errors, query, body }: Operation): string | undefined {
  const others = new Set([
    ...Object.keys(query),
    ...("schema" in body ? Object.keys(body.schema.properties) : []),
  ]);
  return errors.find(({ code }) => code === "resource_missing")?.params?.find((name) => !others.has(name));
}

function foreign(operation: Operation): Case[] {
  const names = Object.keys(operation.pathParams);
  if (names.length === 0) return [];
  if (names.length > 1)
    throw new Error(
      `${operation.path} has several parameters; test each with another company's id in test/conformance/matrix.test.ts`,
    );
  return [
    {
      name: "ids of another company (AUTH-013)",
      code: "resource_missing",
      param: paramOfPath(operation),
      key: bare.key,
      of: [bare, company],
      counted: true,
    },
  ];
}

/** Returns all cases in which an operation is refused. */
function casesOf(operation: Operation): readonly Case[] {
  return [
    ...EVERY_REQUEST,
    ...ON_EARLY_ACCESS,
    ...operation.requires.map((requirement) => lacking(operation, requirement)),
    ...foreign(operation),
  ];
}

/** Returns a case's name as it is in the list of exceptions. */
function withoutRules(name: string): string {
  return name.replace(/ \([^)]*\)$/, "");
}

/** Pairs each case with its name, because vitest would shorten a name that it formats itself. */
function named(cases: readonly Case[]) {
  return cases.map((each) => [each.name, each] as const);
}

interface TestRequest {
  readonly target: string;
  readonly options: { readonly method: string; readonly body?: object };
}

function good(operation: Operation): TestRequest {
  return { target: goodTarget(operation), options: goodOptions(operation) };
}

/** Returns digests of the companies' state. If the request is counted, leaves out the count of the month. */
async function stateDigests({ of: companies, counted }: Pick<Case, "of" | "counted">) {
  const { company_usage, ...rest } = await digestsOf(http.app, ...companies.map(({ id }) => id));
  return counted ? rest : { ...rest, company_usage };
}

/** Sends a request and fails unless it is refused as in the case and nothing has changed. */
async function expectRefusal(
  { target, options }: TestRequest,
  refused: Case,
  exception: string,
): Promise<void> {
  const { key, code, param, levels, server = http } = refused;
  if (levels) await access.changePermissions(company.id, lesser.member.id, () => levels);
  const before = await stateDigests(refused);
  const { status, body } = await server.send(target, { key, ...options });
  const excepted = EXCEPTIONS[exception];
  if (excepted) {
    expect(status, `${exception} does not answer as stated in EXCEPTIONS`).toBe(excepted.status);
  } else {
    const error = {
      ...REFUSALS[code],
      code,
      ...(param === undefined ? {} : { param }),
      message: expect.any(String) as string,
      doc_url: `https://docs.example.com/api-reference/errors#${code}`,
    };
    expect({ ...(body?.["error"] as object | undefined), status }).toEqual(error);
  }
  expect(await stateDigests(refused)).toEqual(before);
}

describe.each(operations)("$method $path", (operation) => {
  test.each(named(casesOf(operation)))("with %s is refused and does nothing", async (_name, refused) => {
    await expectRefusal(good(operation), refused, `${operation.id}: ${withoutRules(refused.name)}`);
  });

  // This test runs after the refusals, because some writes can't be repeated.
  test(`with exactly the required permissions succeeds (${RULES[operation.id] ?? "no rule of its own"})`, async () => {
    await access.changePermissions(company.id, lesser.member.id, () => only(operation));
    const before = await stateDigests({ of, counted: true });
    const { target, options } = good(operation);
    expect((await http.send(target, { key: ofLesser, ...options })).status).toBe(operation.success.status);
    const changed = JSON.stringify(await stateDigests({ of, counted: true })) !== JSON.stringify(before);
    expect(changed, `${operation.id} changes something`).toBe(!operation.hints.readOnly);
  });
});

describe("a path without an operation", () => {
  test.each(named(EVERY_REQUEST))("with %s is refused like any other (AUTH-010)", async (_name, refused) => {
    await expectRefusal(
      { target: "/nothing", options: { method: "GET" } },
      refused,
      `nothing: ${withoutRules(refused.name)}`,
    );
  });
});

describe("the cards", () => {
  const REQUIRED =
    /^[^\t]+\t[^\t]+\t(?:GET|POST|PATCH|PUT|DELETE) \S+?(?: exists[^;]*;|:) without ([^:]+): (View|Manage)\b/;
  const rules = readFileSync(new URL("../rules/rules.tsv", import.meta.url), "utf8").split("\n");
  const ruleOf = ({ method, path }: Operation) =>
    rules.find(
      (line) =>
        REQUIRED.test(line) &&
        [`${method} ${path}:`, `${method} ${path} exists`].some((start) =>
          line.split("\t")[2]?.startsWith(start),
        ),
    );

  test.each(operations)(
    "of $method $path requires the permission of its rule, and RULES has that rule",
    (operation) => {
      const rule = ruleOf(operation);
      expect(
        RULES[operation.id],
        `write the rule of ${operation.id} into RULES of test/conformance/matrix.test.ts`,
      ).toBe(rule?.split("\t")[0]);
      expect(operation.requires.length).toBeGreaterThan(0);
      const [, words = "", level = ""] = REQUIRED.exec(rule ?? "") ?? [];
      const area = words.toLowerCase().replaceAll(/\W+/g, "_");
      if (rule !== undefined) expect(operation.requires).toContainEqual({ area, level: level.toLowerCase() });
    },
  );

  test("of every read under /reports/ require Reports: View (OPS-025)", () => {
    const reports = operations.filter(({ method, path }) => method === "GET" && path.startsWith("/reports/"));
    expect(reports.length).toBeGreaterThan(2);
    for (const { requires } of reports) expect(requires).toContainEqual({ area: "reports", level: "view" });
  });

  test("contain every operation and case of EXCEPTIONS and RULES", () => {
    const cases = new Set(
      operations.flatMap((operation) =>
        casesOf(operation).map(({ name }) => `${operation.id}: ${withoutRules(name)}`),
      ),
    );
    expect(Object.keys(EXCEPTIONS).filter((name) => !cases.has(name))).toEqual([]);
    expect(Object.keys(RULES).filter((id) => !operations.some((operation) => operation.id === id))).toEqual(
      [],
    );
  });
});
