/** Events of the audit trail from each surface (where a change came from), and transactions without one. */
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { bank } from "../../../../test/support/bank.ts";
import { permissions, person } from "../../../../test/support/bundle.ts";
import { KEYS, withPassword } from "../../../../test/support/console.ts";
import { present } from "@daybook/words/assert";
import { runDatabaseCommand } from "../../../interfaces/command/command.ts";
import { COMMANDS } from "../../../interfaces/command/registry.ts";
import { describeChange, statement } from "../../../platform/db/index.ts";

import { type Actor, runAs } from "../../../platform/log/actor.ts";

const http = await testApp();
const { app } = http;

type CompanyId = Parameters<typeof app.audit.list>[0];
const list = (id: CompanyId) => app.audit.list(id, {}, 100);

function run(name: string, args: object): Promise<unknown> {
  const command = present(
    COMMANDS.find((each) => each.name === name),
    `there is no command ${name}`,
  );
  if (command.place !== "database") throw new Error(`${name} needs no database`);
  const signal = new AbortController().signal;
  return runDatabaseCommand(command, app, { ...args }, { report: () => {}, signal, operator: "ada" });
}

test("a command records an event of its operator", async () => {
  const { id, bundle } = await http.company({ journal: [] });
  const member = bundle.members[0]?.id ?? "";
  const rest = { area: ["reports=view"], template: null, permissions: null };
  await run("member set", { member, company: id, ...rest });
  expect(await list(id)).toMatchObject([
    { surface: "command", actor: "ada", action: "member set", key_id: null, request_id: null },
  ]);
});

test("a job records an event of its queue with the id of the request that started it", async () => {
  const company = await http.company();
  const { id, key } = company;
  const [bought = ""] = await (await bank(http, company)).bring({ amount: -25_00 });
  const { status } = await http.send("/transactions/bulk/update", {
    method: "POST",
    key,
    headers: { "x-request-id": "asked-for-many" },
    body: { transaction_ids: [bought], memo: "seen" },
  });
  expect(status).toBe(202);
  const worker = await app.work();
  await worker.settle();
  await worker.stop(10_000);
  const events = (await list(id)).filter(({ request_id }) => request_id === "asked-for-many");
  expect(events.map(({ surface }) => surface)).toContain("key");
  expect(events.find(({ surface }) => surface === "job")).toMatchObject({
    actor: "transactions.run_job",
    action: "transactions.run_job",
  });
});

test("a form of the console records an event of the signed-in user (SESS-013)", async () => {
  const [first, { user, member }] = [person("first"), person("cora", permissions("manage"))];
  const { id } = await http.company({ users: [first.user, user], members: [first.member, member] });
  const browser = await withPassword(user.email);
  await browser.submit(await browser.visit(KEYS), "/app/keys", { name: "closing" });
  expect(await list(id)).toMatchObject([{ surface: "console", actor: user.id, action: "createKey" }]);
});

const touch = statement<never>("test.audit.touch", "update companies set name = name where id = $1");
const look = statement<{ name: string }>("test.audit.look", "select name from companies where id = $1");

test("a transaction that wrote nothing, was rolled back or has no actor records no event", async () => {
  const { id } = await http.company({ journal: [] });
  const actor: Actor = { surface: "command", by: "ada", action: "look", company_id: id };
  await runAs(actor, () => app.db.transaction((tx) => tx.list(look, [id])));
  await app.db.transaction((tx) => tx.run(touch, [id]));
  const failing = runAs(actor, () =>
    app.db.transaction(async (tx) => {
      await tx.run(touch, [id]);
      throw new Error("no");
    }),
  );
  await expect(failing).rejects.toThrow("no");
  expect(await list(id)).toEqual([]);
  await runAs(actor, () => app.db.transaction((tx) => tx.run(touch, [id])));
  expect(await list(id)).toMatchObject([{ action: "look" }]);
});

test("each described change is recorded as an event of its own, in place of the transaction's event", async () => {
  const { id } = await http.company({ journal: [] });
  const actor: Actor = { surface: "command", by: "ada", action: "work", company_id: id };
  const change = { at: app.clock.now(), by: "ada", topic: "test", subject: "1", from_state: null };
  await runAs(actor, () =>
    app.db.transaction(async (tx) => {
      await describeChange(tx, id, { ...change, action: "open", to_state: "open" });
      await describeChange(tx, id, { ...change, action: "close", to_state: "closed" });
    }),
  );
  expect((await list(id)).map(({ action, to_state }) => [action, to_state])).toEqual([
    ["close", "closed"],
    ["open", "open"],
  ]);
});
