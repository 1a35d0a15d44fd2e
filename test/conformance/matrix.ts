/**
 * Operations with every reason to refuse a request: the refusal must have the expected status, type, code and
 * `param`, and change nothing. The operations and their required permissions come from the cards, so new
 * operations are included automatically. What the cards should say stands in `published/permissions.tsv`.
 */
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import type { Bound, Operation } from "../../src/contract/operation.ts";
import { type Level, LEVELS, type Requirement } from "@daybook/words/areas";
import { unixSeconds } from "@daybook/words/civil-date";
import type { CompanyChange } from "../../src/modules/tenants/company/index.ts";
import { statement } from "../../src/platform/db/index.ts";
import { NOON, type TestCompany } from "../support/app.ts";
import { type Permissions, permissions, person } from "../support/bundle.ts";
import type { Http } from "../support/http.ts";
import { uncountedOf } from "../support/state.ts";
import { everyDoor } from "./doors.ts";
import { ORDINARY } from "./ordinary.ts";
import { goodOptions, goodTarget } from "./requests.ts";

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
  readonly server?: Http;
  /** True if the request is counted in the company's month before it is refused. It changes nothing else. */
  readonly counted?: true;
}

export interface MatrixOptions {
  /** Selects the operations. */
  readonly of: (bound: Bound) => boolean;
  /**
   * Operations that don't refuse in a case, by operation and case: the status that they answer instead, and
   * the reason. An entry fails if the operation refuses after all, or if there is no such operation or case.
   * The lists may only shrink.
   */
  readonly exceptions: Readonly<Record<string, { readonly status: number; readonly because: string }>>;
  /** The rules of the specification that a case proves, by its name, for the titles of the tests. */
  readonly rulesOfCases?: Readonly<Record<string, string>>;
  /** The rule that states the permission of an operation. */
  readonly rules?: Readonly<Record<string, string>>;
}

/** Returns exactly the permissions that an operation requires. */
function only({ requires }: Operation): Permissions {
  return permissions("none", Object.fromEntries(requires.map(({ area, level }) => [area, level])));
}

function below(level: Level): Level {
  return LEVELS[LEVELS.indexOf(level) - 1] ?? "none";
}

/** Without API access no key reaches the permissions, so `session-door.test.ts` tests that requirement. */
function isTestable({ area }: Requirement): boolean {
  return area !== "api_access";
}

function allBut({ area, level }: Requirement): Permissions {
  return permissions("manage", { [area]: below(level) });
}

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

/** Pairs each case with its name, because vitest would shorten a name that it formats itself. */
function named(cases: readonly Case[], rules: Readonly<Record<string, string>>) {
  return cases.map((each) => {
    const ids = rules[each.name];
    return [ids === undefined ? each.name : `${each.name} (${ids})`, each] as const;
  });
}

/** The months of these companies with their counts. */
const listUsage = statement<{ company_id: string; month: string; requests: number }>(
  "test.listUsage",
  "select company_id, month, requests from company_usage where company_id = any ($1::text[]) order by 1, 2",
);

/** Tests the selected operations, and returns them. */
export async function testMatrix({
  of,
  exceptions,
  rulesOfCases = {},
  rules = {},
}: MatrixOptions): Promise<readonly Operation[]> {
  const http = await everyDoor();
  const { access } = http.app;
  const operations = http.bound.filter(of).map(({ operation }) => operation);

  /** A member for each set of permissions: nobody's change, so that a refusal leaves no trace at all. */
  const sets = new Map<string, ReturnType<typeof person>>();
  for (const operation of operations)
    for (const levels of [only(operation), ...operation.requires.filter(isTestable).map(allBut)])
      sets.set(JSON.stringify(levels), person("lesser", levels));
  const nothing = permissions("none");
  // The spare keys of `console-records.ts` are of the first member.
  const powerless = person("powerless", nothing);
  sets.set(JSON.stringify(nothing), powerless);
  const [owner, excluded, leaver, sleeper] = [
    person("owner"),
    person("excluded"),
    person("leaver"),
    person("sleeper"),
  ];
  const people = [...new Set([powerless, owner, excluded, leaver, sleeper, ...sets.values()])];
  /** The company of the good requests. */
  const company = await http.company({
    ...ORDINARY,
    users: people.map(({ user }) => user),
    members: people.map(({ member }) => member),
  });
  const keyOf = ({ member }: ReturnType<typeof person>) => http.keyOf(company.id, member.id);
  const keys = new Map<string, string>();
  for (const [levels, holder] of sets) keys.set(levels, await keyOf(holder));
  const keyWith = (levels: Permissions) => keys.get(JSON.stringify(levels)) ?? "";
  const revoked = await access.createKey(company.id, owner.member.id, "revoked");
  await access.revokeKey(company.id, revoked.id);
  const [ofOwner, ofExcluded, ofLeaver, ofSleeper] = [
    await keyOf(owner),
    await keyOf(excluded),
    await keyOf(leaver),
    await keyOf(sleeper),
  ];
  await access.changePermissions(company.id, excluded.member.id, () =>
    permissions("manage", { api_access: "none" }),
  );
  await access.removeMember(company.id, leaver.member.id);
  await access.setUserActive(sleeper.user.id, false);

  /** A company without records, so that the ids in the path of a good request are another company's. */
  const bare = await http.company(
    Object.fromEntries(
      Object.entries(company.bundle).flatMap(([name, rows]) =>
        Array.isArray(rows) && !["features", "users", "members"].includes(name) ? [[name, []]] : [],
      ),
    ),
  );
  /** The companies in which no refusal may change anything. */
  const companies: TestCompany[] = [company, bare];

  /** Makes another company and changes it, so that its key is refused. */
  async function companyAfter(change: CompanyChange): Promise<Pick<Case, "key">> {
    const other = await http.company();
    await http.app.company.change(other.id, change);
    companies.push(other);
    return { key: other.key };
  }

  const staging = await http.serve({ stagingDomain: "operator.example" });
  const beta = await http.serve({ earlyAccess: new Map(operations.map(({ id }) => [id, "beta"])) });

  /** The cases that refuse every request, whatever its operation. */
  const everyRequest: readonly Case[] = [
    { name: "no key", code: "invalid_api_key", key: null },
    { name: "a key that was never issued", code: "invalid_api_key", key: `svc_${"0".repeat(52)}` },
    { name: "a revoked key", code: "invalid_api_key", key: revoked.api_key },
    { name: "the key of a user who is deactivated", code: "user_inactive", key: ofSleeper },
    { name: "the key of a member who was removed", code: "user_removed_from_company", key: ofLeaver },
    {
      name: "the key of an outsider on a staging deployment",
      code: "staging_access_denied",
      key: ofOwner,
      server: staging,
    },
    {
      name: "a company that is closed",
      code: "company_closed",
      ...(await companyAfter({ lifecycle: "closed" })),
    },
    {
      name: "a company that is being closed",
      code: "company_closed",
      ...(await companyAfter({ lifecycle: "closing" })),
    },
    {
      name: "a company that is deleted",
      code: "company_closed",
      ...(await companyAfter({ lifecycle: "deleted" })),
    },
    {
      name: "no subscription",
      code: "subscription_required",
      ...(await companyAfter({ subscription_status: "none" })),
    },
    {
      name: "a trial that has ended",
      code: "subscription_required",
      ...(await companyAfter({
        subscription_status: "trialing",
        trial_ends_at: unixSeconds(Date.parse(NOON) / 1000),
      })),
    },
    {
      name: "a closed subscription",
      code: "subscription_required",
      ...(await companyAfter({ subscription_status: "closed" })),
    },
    { name: "no API access", code: "insufficient_permission", key: ofExcluded },
  ];

  const early = { code: "feature_disabled", server: beta, counted: true } as const;
  const onEarlyAccess: readonly Case[] = [
    { ...early, name: "early access without the feature", key: ofOwner },
    {
      ...early,
      name: "early access without the feature and without any permission",
      key: keyWith(nothing),
    },
  ];

  function lacking({ id }: Operation, requirement: Requirement): Case {
    const { area, level } = requirement;
    const rule = [...(rules[id] === undefined ? [] : [rules[id]]), "AUTH-074"].join(", ");
    return {
      name: `manage everywhere but ${below(level)} in ${area} (${rule})`,
      code: "insufficient_permission",
      key: keyWith(allBut(requirement)),
      counted: true,
    };
  }

  function foreign(operation: Operation): Case[] {
    const names = Object.keys(operation.pathParams);
    if (names.length === 0) return [];
    if (names.length > 1)
      throw new Error(
        `${operation.path} has several parameters; test each with another company's id in test/conformance/matrix.ts`,
      );
    return [
      {
        name: "ids of another company",
        code: "resource_missing",
        param: paramOfPath(operation),
        key: bare.key,
        counted: true,
      },
    ];
  }

  /** Returns the cases in which an operation is refused, those that are not counted first. */
  function casesOf(operation: Operation): readonly Case[] {
    return [
      ...everyRequest,
      ...onEarlyAccess,
      ...operation.requires.filter(isTestable).map((requirement) => lacking(operation, requirement)),
      ...foreign(operation),
    ];
  }

  interface TestRequest {
    readonly target: string;
    readonly options: { readonly method: string; readonly body?: object };
  }

  function good(operation: Operation): TestRequest {
    return { target: goodTarget(operation), options: goodOptions(operation) };
  }

  const ids = () => companies.map(({ id }) => id);
  const usage = () => http.app.db.list(listUsage, [ids()]);

  /** Sends a request and fails unless it is refused as in the case, and counted only if the case says so. */
  async function expectRefusal(
    { target, options }: TestRequest,
    { key, code, param, counted, server = http }: Case,
    exception: string,
  ): Promise<void> {
    const before = counted ? [] : await usage();
    const { status, body } = await server.send(target, { key, ...options });
    const excepted = exceptions[exception];
    if (excepted) {
      expect(status, `${exception} does not answer as stated in the exceptions`).toBe(excepted.status);
      return;
    }
    const error = {
      ...REFUSALS[code],
      code,
      ...(param === undefined ? {} : { param }),
      message: expect.any(String) as string,
      doc_url: `https://docs.example.com/api-reference/errors#${code}`,
    };
    expect({ ...(body?.["error"] as object | undefined), status }).toEqual(error);
    if (!counted) expect(await usage()).toEqual(before);
  }

  /** Returns digests of all tables but the counts of requests. */
  const digests = (): Promise<object> => uncountedOf(http.app, ...ids());
  // Reading all tables takes as long as many requests, so it is done once for all refusals of an operation.
  let known = await digests();

  /** Fails, with the guilty case, if the refusals of these cases changed something. */
  async function expectUnchanged(cases: readonly Case[], again: (each: Case) => Promise<void>) {
    const before = known;
    known = await digests();
    if (isDeepStrictEqual(known, before)) return;
    for (const each of cases) {
      const state = known;
      await again(each).catch(() => {});
      known = await digests();
      expect(known, `with ${each.name} something changes`).toEqual(state);
    }
    expect(known, "something changed once").toEqual(before);
  }

  function testRefusals(cases: readonly Case[], id: string, request: () => TestRequest) {
    const send = (each: Case) => expectRefusal(request(), each, `${id}: ${each.name}`);
    test.each(named(cases, rulesOfCases))("with %s is refused", async (_name, refused) => send(refused));
    test("changes nothing when it is refused", async () => expectUnchanged(cases, send));
  }

  describe.each(operations)("$method $path", (operation) => {
    testRefusals(casesOf(operation), operation.id, () => good(operation));

    // This test runs after the refusals, because some writes can't be repeated.
    test(`with exactly the required permissions succeeds (${rules[operation.id] ?? "no rule of its own"})`, async () => {
      const { target, options } = good(operation);
      const { status, text } = await http.send(target, { key: keyWith(only(operation)), ...options });
      expect(status, text).toBe(operation.success.status);
      const before = known;
      known = await digests();
      const changed = !isDeepStrictEqual(known, before);
      expect(changed, `${operation.id} changes something`).toBe(!operation.hints.readOnly);
    });
  });

  describe(`a path without an operation (${rulesOfCases["a path without an operation"] ?? ""})`, () => {
    testRefusals(everyRequest, "nothing", () => ({ target: "/nothing", options: { method: "GET" } }));
  });

  test("has every operation and case of its exceptions and rules", () => {
    const cases = operations.flatMap((operation) =>
      casesOf(operation).map(({ name }) => `${operation.id}: ${name}`),
    );
    expect(Object.keys(exceptions).filter((name) => !cases.includes(name))).toEqual([]);
    const operationIds = operations.map(({ id }) => id);
    expect(Object.keys(rules).filter((id) => !operationIds.includes(id))).toEqual([]);
  });

  return operations;
}
