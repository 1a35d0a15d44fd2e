/** Commands on live feeds: connecting by a file, mapping, pulling, and what they print and exit with. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { feedsOf, type VendorServer, vendorServer } from "../../../../test/support/vendors.ts";
import { present } from "@daybook/words/assert";
import { runDatabaseCommand } from "../command.ts";
import { readFields } from "../fields.ts";
import { CONNECTION_COMMANDS } from "./connections.ts";

const http = await testApp();
const folder = mkdtempSync(join(tmpdir(), "daybook-connect-"));
afterAll(() => rmSync(folder, { recursive: true }));
let vendor: VendorServer | null = null;
afterEach(() => vendor?.close());

/** Mercury with one account and one transaction, and a function that runs commands against it. */
async function world() {
  const state = { isRevoked: false, more: [] as object[] };
  vendor = await vendorServer(({ path, headers }) => {
    if (state.isRevoked) return { status: 401, body: {} };
    if (headers.authorization !== "Bearer secret-token:1") return { status: 401, body: {} };
    if (path === "/accounts") return { body: { accounts: [{ id: "a=b", name: "Ops", nickname: null }] } };
    if (path === "/account/a%3Db/transactions")
      return {
        body: {
          transactions: [
            {
              id: "t",
              status: "sent",
              amount: -12.5,
              createdAt: "2026-05-01T12:00:00Z",
              postedAt: "2026-05-01T12:00:00Z",
              counterpartyName: "Shop",
              counterpartyNickname: null,
              bankDescription: "SHOP",
            },
            ...state.more,
          ],
        },
      };
    return { status: 404, body: {} };
  });
  const feeds = await feedsOf(http, vendor.url);
  const app = { ...http.app, connections: feeds.connections };
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const run = async (name: string, raw: Record<string, unknown>) => {
    const command = present(
      CONNECTION_COMMANDS.find((each) => each.name === name),
      `there is no command ${name}`,
    );
    if (command.place !== "database") throw new Error("it needs no database");
    const args = readFields(command.fields, { company: feeds.company.id, ...raw });
    const result = await runDatabaseCommand(command, app, args, {
      report: () => {},
      signal: feeds.signal,
      operator: "ada",
    });
    return {
      result: result as Record<string, unknown>,
      shown: command.show(result, args),
      notes: command.notes?.(result) ?? [],
      exit: command.exit?.(result) ?? "ok",
    };
  };
  return { feeds, file, run, state };
}

test("connecting lists the accounts and how to map them; then lines come in", async () => {
  const { feeds, file, run, state } = await world();
  const connected = await run("connect mercury", { file: file("token", "secret-token:1\n") });
  const id = String(connected.result["connection_id"]);
  expect(connected).toMatchObject({ notes: [], exit: "ok" });
  expect(connected.shown).toContain(`Connected as ${id}.`);
  expect(connected.shown).toContain(`daybook connections map ${id} --map "a=b=acct_..."`);
  expect(JSON.stringify(connected)).not.toContain("secret-token");

  const unmapped = await run("connections pull", { connection: id });
  expect(unmapped).toMatchObject({
    shown: "There were no lines.",
    notes: ["a=b (Ops) feeds no account; its lines are not read."],
  });

  const mapped = await run("connections map", { connection: id, map: [`a=b=${feeds.account}`] });
  expect(mapped.exit).toBe("ok");
  expect(mapped.shown).toContain(feeds.account);
  expect((await run("connections pull", { connection: id })).shown).toMatch(/created +1/);
  expect(await feeds.transactions()).toMatchObject([{ description: "SHOP", amount_cents: -1250 }]);

  const listed = await run("connections list", {});
  expect(listed.shown).toMatch(new RegExp(`${id} +mercury +connected +2026-05-20T19:00:00Z`));
  expect(JSON.stringify(listed)).not.toContain("v1:");

  state.isRevoked = true;
  await run("connections pull", { connection: id });
  expect((await run("connections list", {})).shown).toContain(
    `Connect it again: \`daybook connect mercury --reconnect ${id}\`.`,
  );

  const ended = await run("connections disconnect", { connection: id });
  expect(ended.notes).toEqual(["End the access at Mercury too: revoke the token or key there."]);
  expect((await run("connections list", {})).shown).toBe("There are no connections.");
});

test("a mapping to what is no account, one that is named twice and none at all are refused", async () => {
  const { run } = await world();
  const map = (...pairs: string[]) => run("connections map", { connection: "conn_1", map: pairs });
  await expect(map("a=b=c")).rejects.toThrow(
    '--map must end in an account such as acct_1, or in none, not "c"',
  );
  await expect(map("a=none", "a=acct_1")).rejects.toThrow("--map names a twice");
  await expect(map()).rejects.toThrow("Say with --map what to map");
});

test("a failed pull exits with an error, and says why and when it is tried again", async () => {
  const { file, run } = await world();
  const { result } = await run("connect mercury", { file: file("token", "secret-token:1") });
  vendor?.close();
  const pulled = await run("connections pull", { connection: String(result["connection_id"]) });
  expect(pulled.exit).toBe("usage");
  expect(pulled.shown).toContain("could not be pulled. The next try is at 2026-05-20T19:01:00Z.");
  expect(pulled.notes[0]).toMatch(/^Mercury can't be reached/);
});

test("a secret in a file that is too large is not read", async () => {
  const { file, run } = await world();
  const large = file("large", "x".repeat(20_001));
  await expect(run("connect stripe", { file: large })).rejects.toThrow("too large for a token or key");
});

test("a line that can't be read is listed with its id, by which it is dismissed (CONN-027)", async () => {
  const { feeds, file, run, state } = await world();
  state.more = [{ status: "sent", amount: "much" }];
  const { result } = await run("connect mercury", {
    file: file("token", "secret-token:1"),
    map: [`a=b=${feeds.account}`],
  });
  const connection = String(result["connection_id"]);
  await run("connections pull", { connection });
  const { shown } = await run("connections list", {});
  const [, id = ""] = /connections dismiss conn_\w+ --line (\S+)`/.exec(shown) ?? [];
  expect(shown).toMatch(new RegExp(`${id} +a=b +- +`));
  expect(shown).toContain("pending lines of its account stay, so booked ones may count twice");
  await expect(run("connections dismiss", { connection, line: [] })).rejects.toThrow("Say with --line which");
  expect((await run("connections dismiss", { connection, line: [id] })).shown).toBe(
    `${connection} lists 1 fewer.`,
  );
  expect((await run("connections list", {})).shown).not.toContain(id);
});
