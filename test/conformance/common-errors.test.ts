/** Every operation answers each error that every operation may answer with. */
import { describe, expect, test } from "vitest";
import { COMMON_ERRORS, type Operation } from "../../src/contract/operation.ts";
import type { ErrorCode } from "../../src/core/errors.ts";
import { countersWith, NOON } from "../support/app.ts";
import { permissions, person } from "../support/bundle.ts";
import type { Http } from "../support/http.ts";
import { sendRaw } from "../support/raw.ts";
import { everyDoor } from "./doors.ts";
import { goodOptions, goodTarget } from "./requests.ts";

const http = await everyDoor();
const operations: readonly Operation[] = http.bound.map(({ operation }) => operation);
const company = await http.company({ features: [] });
const { key } = company;
/** A company with every feature. */
const equipped = await http.company();

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
    operations: http.bound.map((bound) => ({ ...bound, handle: async () => Promise.reject(error) })),
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
