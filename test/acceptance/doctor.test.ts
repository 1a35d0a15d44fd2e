/**
 * The report of `doctor` about the service's address, and the message of commands whose home folder can't be
 * made.
 */
import { createServer } from "node:http";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { json, LONG, ownDaybook, run } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE } from "./place.ts";

interface Diagnosis {
  readonly findings: readonly {
    readonly what: string;
    readonly ok: boolean;
    readonly found: string;
    readonly todo: string | null;
  }[];
}

/** Returns the doctor's finding about the address, with this PORT. */
async function addressAt(environment: Readonly<Record<string, string>>, port: string) {
  const { stdout } = await run(ownDaybook({ ...environment, PORT: port }), ["doctor", "--json"]);
  return (JSON.parse(stdout) as Diagnosis).findings.find(({ what }) => what === "Address");
}

/** Starts another program that gives every request the same answer, and returns its port. */
async function otherProgram(status: number, text: string): Promise<string> {
  const server = createServer((_request, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(text),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const address = server.address();
  return typeof address === "object" && address ? String(address.port) : "";
}

test(
  "the doctor distinguishes the running service from another program and from a service over other books",
  LONG,
  async () => {
    const own = await ownPlace();
    const running = await ownService(own);
    const { port } = new URL(running.base);
    const diagnosis = await json<Diagnosis>(ownDaybook({ ...own.environment, PORT: port }), ["doctor"]);
    expect(diagnosis.findings.find(({ what }) => what === "Address")).toMatchObject({
      ok: true,
      found: expect.stringContaining("by the running service"),
    });
    for (const [status, text] of [
      [200, "hello"],
      [401, '{"error":{"code":"invalid_api_key"}}'],
      [401, "null"],
    ] as const) {
      expect(await addressAt(own.environment, await otherProgram(status, text))).toMatchObject({
        ok: false,
        found: expect.stringContaining("another program"),
      });
    }
    const other = await ownPlace();
    await json(ownDaybook(other.environment), ["migrate"]);
    expect(await addressAt(other.environment, port)).toMatchObject({
      ok: false,
      found: expect.stringContaining("other books"),
    });
    expect(await addressAt(own.environment, "0")).toMatchObject({ ok: true });
  },
);

test.runIf(ENGINE === "embedded").each(["start", "serve", "migrate", "seed"])(
  "%s says that a home folder can't be made",
  LONG,
  async (line) => {
    const { environment } = await ownPlace("embedded");
    // Nobody, not even root, can make a folder there.
    const { code, stderr } = await run(
      ownDaybook({ ...environment, DAYBOOK_HOME: "/proc/nowhere/home" }),
      line.split(" "),
    );
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^(?:Making [^\n]*\n)?The folder \/proc\/nowhere can't be made: /),
    ]);
  },
);

test.runIf(ENGINE === "server")("the doctor finds tables that the server does not keep", LONG, async () => {
  const own = await ownPlace();
  const daybook = ownDaybook(own.environment);
  await json(daybook, ["migrate"]);
  const upkeep = async () => {
    const { stdout } = await run(daybook, ["doctor", "--json"]);
    return (JSON.parse(stdout) as Diagnosis).findings.filter(({ what }) => what === "Upkeep of tables");
  };
  expect(await upkeep()).toMatchObject([{ ok: true }]);
  const client = new pg.Client(own.environment["DATABASE_URL"]);
  await client.connect();
  await client.query("alter table journal_entries set (autovacuum_enabled = off)");
  await client.query("create table grown as select repeat('x', 1000) as text from generate_series(1, 70000)");
  const { rows } = await client.query<{ name: string }>("select quote_ident(current_database()) as name");
  await client.query(`alter database ${rows[0]?.name ?? ""} set track_counts = off`);
  const found = await upkeep();
  await client.end();
  expect(found.map((each) => [each.ok, each.found, each.todo])).toEqual([
    [
      false,
      "Autovacuum is off, so statements become slow and the room of deleted rows is not used again.",
      "Set `autovacuum = on` and `track_counts = on` in postgresql.conf, and reload it.",
    ],
    [
      false,
      "Autovacuum leaves out journal_entries.",
      "For each: alter table ... reset (autovacuum_enabled). The first: alter table journal_entries reset (autovacuum_enabled)",
    ],
    [
      false,
      expect.stringMatching(
        /^These tables were never analyzed, so statements over them may be slow: .*grown/,
      ),
      expect.stringContaining("Run in psql, as the owner of the tables: analyze "),
    ],
  ]);
});
