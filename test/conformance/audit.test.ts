/**
 * The audit trail: every operation that writes adds an event with its user, key and request. A refused
 * request adds none. Journal entries refer to the event that posted them.
 */
import { expect, test } from "vitest";
import { statement } from "../../src/platform/db/index.ts";
import { everyDoor } from "./doors.ts";
import { ORDINARY } from "./ordinary.ts";
import { goodOptions, goodTarget } from "./requests.ts";

const http = await everyDoor();
const { app } = http;
const company = await http.company(ORDINARY);
const writers = http.bound.map(({ operation }) => operation).filter(({ hints }) => !hints.readOnly);

const events = () => app.audit.list(company.id, {}, 1_000);
const [key] = await app.access.listKeys(company.id);

test.each(writers.map((operation) => [operation.id, operation] as const))(
  "%s adds an event of its caller",
  async (id, operation) => {
    const request_id = `audit-${id}`;
    const { status } = await http.send(goodTarget(operation), {
      key: company.key,
      ...goodOptions(operation),
      headers: { ...goodOptions(operation).headers, "x-request-id": request_id },
    });
    expect(status).toBe(operation.success.status);
    const left = (await events()).filter((event) => event.request_id === request_id);
    expect(left).not.toEqual([]);
    for (const event of left)
      expect(event).toMatchObject({ surface: "key", actor: key?.user_id, key_id: key?.id });
    // An event with states before and after has its own action, which may differ from the operation's id.
    const actions = left.map(({ action, to_state }) => (to_state === null ? action : id));
    expect(actions).toContain(id);
  },
);

test("a refused change adds no event", async () => {
  const before = await events();
  const { status } = await http.send("/transactions/txn_missing", {
    method: "PATCH",
    key: company.key,
    body: { category_id: "cat_flights" },
  });
  expect(status).toBe(404);
  expect(await events()).toEqual(before);
});

const listPosted = statement<{ voucher_id: string; event_id: string | null }>(
  "test.audit.listPosted",
  "select distinct voucher_id, event_id from journal_entries where company_id = $1",
);

test("a journal entry refers to the event that posted it, and events can be listed by voucher", async () => {
  const made = new Set((await events()).map(({ id }) => id));
  const posted = await app.db.list(listPosted, [company.id]);
  const named = posted.filter(({ event_id }) => event_id !== null && made.has(event_id));
  expect(named.length).toBeGreaterThan(0);
  for (const { voucher_id, event_id } of named.slice(0, 5))
    expect((await app.audit.list(company.id, { voucher: voucher_id }, 10)).map(({ id }) => id)).toContain(
      event_id,
    );
});

test("an unknown company is refused", async () => {
  await expect(app.audit.list("comp_missing" as typeof company.id, {}, 1)).rejects.toMatchObject({
    code: "resource_missing",
  });
});
