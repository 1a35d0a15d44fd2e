/**
 * The books when processes end, are killed, or run concurrently: acknowledged changes stay, others leave no
 * trace, and a restored backup has the same books.
 */
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { companyBundle, permissions, person, unique } from "../support/bundle.ts";
import { Api } from "./api.ts";
import { ended, json, launch, LONG, ownDaybook, refused, run } from "./daybook.ts";
import { namedPipe, ownPlace, ownService } from "./own.ts";
import { ENGINE, type Engine } from "./place.ts";
import { importCompany, keyOf, service } from "./service.ts";
import { readBalance } from "./statements.ts";

/**
 * Reads the main resources of a company. The reports are of complete months, so that `refreshed_at` is
 * stable.
 */
async function everything(api: Api) {
  return {
    company: await api.read("/company"),
    categories: await api.read("/categories"),
    departments: await api.read("/departments"),
    balance: await api.read("/reports/balance_sheet?date=2025-12-31"),
    income: await api.read(
      "/reports/income_statement?start_date=2025-01-01&end_date=2025-12-31&group_by=department",
    ),
    flow: await api.read("/reports/cash_flow?start_date=2025-02-01&end_date=2025-12-31"),
    entries: await api.client.listJournalEntries({ limit: 100 }).all(),
  };
}

test(
  "a service killed during an import restarts with all acknowledged changes and nothing of that import",
  LONG,
  async () => {
    const where = await ownPlace();
    const first = await ownService(where);
    const { api } = await importCompany(first, companyBundle());
    const before = await everything(api);

    // A bundle is sent through a pipe, except for the end of its last section.
    const bundle = companyBundle({ journal: [] });
    const vouchers = Array.from({ length: 5_000 }, (_, index) => ({
      id: `vch_${index}`,
      date: "2025-03-01",
      description: "One of very many",
      source: "bank_transaction",
      lines: [
        { category_id: "cat_checking", debit_cents: 100 },
        { category_id: "cat_subscriptions", credit_cents: 100 },
      ],
    }));
    const text = JSON.stringify({ ...bundle, journal: vouchers });
    const { path, writer } = await namedPipe(where);
    const importing = launch(first.daybook, ["import", "bundle", path]);
    const end = ended(importing);
    const early = end.then((ran) =>
      Promise.reject(new Error(`The import ended early, with ${ran.code}: ${ran.stdout}${ran.stderr}`)),
    );
    await Promise.race([writer.writeFile(text.slice(0, -1_000)), early]);

    importing.kill("SIGKILL");
    await first.kill();
    await Promise.allSettled([early]);

    const second = await ownService(where);
    const again = new Api(second.base, api.key);
    expect(await everything(again)).toEqual(before);
    expect((await refused(second.daybook, ["company", "show", bundle.company.id])).exit_code).toBe(4);
    expect(await json(second.daybook, ["verify"])).toMatchObject({ ok: true, companies: [{}] });

    // The complete bundle is imported as if the first import had never begun.
    const completeFile = join(where.folder, "whole.json");
    await writeFile(completeFile, text);
    expect(await json(second.daybook, ["import", "bundle", completeFile])).toMatchObject({
      counts: { journal: { created: 5_000, updated: 0, unchanged: 0 } },
    });
  },
);

test("a change that was acknowledged just before a kill is kept", LONG, async () => {
  const where = await ownPlace();
  const first = await ownService(where);
  const { id, api } = await importCompany(first, companyBundle());
  const key = await json<{ id: string }>(first.daybook, ["key", "create", "--company", id]);
  await json(first.daybook, ["key", "revoke", key.id, "--company", id]);
  await json(first.daybook, ["company", "set", id, "--name", "Renamed just now"]);
  await first.kill();
  const second = await ownService(where);
  expect(await new Api(second.base, api.key).read("/company")).toMatchObject({ name: "Renamed just now" });
  const { keys } = await json<{ keys: { id: string; revoked_at: number | null }[] }>(second.daybook, [
    "key",
    "list",
    "--company",
    id,
  ]);
  expect(keys.find((each) => each.id === key.id)?.revoked_at).toEqual(expect.any(Number));
});

test("commands work on the books whether or not the service runs (CMD-009)", LONG, async () => {
  const where = await ownPlace();
  const daybook = ownDaybook(where.environment);
  const bundle = companyBundle();
  await json(daybook, ["import", "bundle", "-"], JSON.stringify(bundle));
  const { api_key } = await json<{ api_key: string }>(daybook, ["key", "create"]);
  const running = await ownService(where);
  const api = new Api(running.base, api_key);
  const verdicts = [await api.verdict("/company")];
  await json(daybook, ["company", "set", bundle.company.id, "--lifecycle", "closed"]);
  verdicts.push(await api.verdict("/company"));
  expect((await running.stop()).code).toBe(0);
  await json(daybook, ["company", "set", bundle.company.id, "--lifecycle", "open"]);
  verdicts.push(await new Api((await ownService(where)).base, api_key).verdict("/company"));
  expect(verdicts).toEqual(["200", "403 company_closed", "200"]);
});

test.runIf(ENGINE === "embedded")(
  "a second service on the same folder is refused with the process id of the first",
  LONG,
  async () => {
    const where = await ownPlace("embedded");
    const { ready } = await ownService(where);
    const second = await refused(ownDaybook(where.environment), ["start", "--port", "0"]);
    expect([second.exit_code, second.message]).toEqual([3, expect.stringMatching(/process \d+/)]);
    expect((await fetch(`${ready.base_url}/company`)).status).toBe(401);
  },
);

test("a port that is in use is refused with a sentence", LONG, async () => {
  const { base } = await service();
  const other = await ownPlace();
  expect(
    await refused(ownDaybook(other.environment), ["start", "--no-sample", "--port", new URL(base).port]),
  ).toMatchObject({ exit_code: 7, message: expect.stringContaining("in use") });
});

// On a server, from the embedded database to the server and back; else from embedded to embedded.
const enginePairs: readonly (readonly [Engine, Engine])[] =
  ENGINE === "server"
    ? [
        ["embedded", "server"],
        ["server", "embedded"],
      ]
    : [["embedded", "embedded"]];

test.each(enginePairs)(
  "a backup of the %s database, restored into an empty %s one, has the same books and keys",
  LONG,
  async (from, to) => {
    const origin = await ownService(await ownPlace(from));
    const companies = [
      await importCompany(origin, companyBundle()),
      await importCompany(
        origin,
        companyBundle({ company: { name: "Zweite „Firma“ 🌲", fiscal_year_start_month: 7 } }),
      ),
    ];
    const before = await Promise.all(companies.map(({ api }) => everything(api)));
    const closed = await importCompany(origin, companyBundle({ company: { state: "closed" }, journal: [] }));
    const file = join(origin.folder, `${unique()}.backup`);
    await json(origin.daybook, ["backup", file]);
    // A change after the backup, which the backup does not contain.
    await json(origin.daybook, ["company", "set", closed.id, "--lifecycle", "open"]);

    const where = await ownPlace(to);
    const daybook = ownDaybook(where.environment);
    await json(daybook, ["restore", file]);
    const target = await ownService(where);
    const [first, second] = companies.map(({ api }) => new Api(target.base, api.key));
    if (!first || !second) throw new Error("two companies were brought in");
    expect(await Promise.all([everything(first), everything(second)])).toEqual(before);
    expect(await new Api(target.base, closed.api.key).verdict("/company")).toBe("403 company_closed");
    expect(await json(daybook, ["verify"])).toMatchObject({ ok: true });
    // The restored service accepts new companies.
    const third = await importCompany(target, companyBundle());
    expect((await readBalance(third.api, "2025-12-31")).cash_cents).toBe(
      (await readBalance(first, "2025-12-31")).cash_cents,
    );
  },
);

test(
  "a restore is refused over existing books, and from a file that is cut off, invalid or missing (CMD-011)",
  LONG,
  async () => {
    const where = await ownPlace();
    const running = await ownService(where);
    const { api } = await importCompany(running, companyBundle());
    const before = await everything(api);
    const file = join(where.folder, "books.backup");
    await json(running.daybook, ["backup", file]);
    expect((await refused(running.daybook, ["restore", file])).exit_code).toBe(2);
    expect(await everything(api)).toEqual(before);

    const empty = ownDaybook((await ownPlace()).environment);
    const bytes = await readFile(file);
    const cut = join(where.folder, "cut.backup");
    await writeFile(cut, bytes.subarray(0, Math.floor(bytes.length * 0.7)));
    expect((await refused(empty, ["restore", cut])).exit_code).toBe(2);
    await writeFile(cut, "not a backup");
    expect((await refused(empty, ["restore", cut])).exit_code).toBe(2);
    expect((await refused(empty, ["restore", join(where.folder, "nowhere")])).exit_code).toBe(4);
    expect(await json(empty, ["company", "list"])).toEqual({ companies: [] });
    // The refused restores left the database empty, so the complete file can be restored.
    await json(empty, ["restore", file]);
    expect((await json<{ companies: unknown[] }>(empty, ["company", "list"])).companies).toHaveLength(1);
  },
);

test.runIf(ENGINE === "server")(
  "several servers over one database give the same answers, and a change takes effect in all at once",
  LONG,
  async () => {
    const where = await ownPlace();
    const [one, two] = await Promise.all([ownService(where, ["serve"]), ownService(where, ["serve"])]);
    const { id, api } = await importCompany(one, companyBundle());
    const other = new Api(two.base, api.key);
    expect(await everything(other)).toEqual(await everything(api));
    await json(one.daybook, ["company", "set", id, "--lifecycle", "closed"]);
    expect([await api.verdict("/company"), await other.verdict("/company")]).toEqual([
      "403 company_closed",
      "403 company_closed",
    ]);
  },
);

test(
  "a service without file descriptors reports that once, and goes on when there are some again",
  LONG,
  async () => {
    const where = await ownPlace();
    const running = await ownService(where, undefined, {}, 600);
    const { api } = await importCompany(running, companyBundle());
    const { hostname, port } = new URL(running.base);
    let output = "";
    running.process.stderr?.on("data", (text: string) => (output += text));
    const sockets = Array.from({ length: 650 }, () =>
      connect({ host: hostname, port: Number(port) }).on("error", () => {}),
    );
    const disconnect = () => {
      for (const socket of sockets) socket.destroy();
    };
    onTestFinished(disconnect);
    const until = async (message: RegExp) => {
      while (!message.test(output))
        await once(running.process.stderr ?? running.process, "data", {
          signal: AbortSignal.timeout(60_000),
        });
    };
    await until(/no file descriptor is left/);
    disconnect();
    await until(/there are file descriptors again/);
    expect(output.match(/no file descriptor is left/g)).toHaveLength(1);
    expect(await api.verdict("/company")).toBe("200");
  },
);

test.runIf(ENGINE === "embedded")(
  "a clock file together with a database server is refused without consent",
  LONG,
  async () => {
    const where = await ownPlace("embedded");
    const settings = {
      ...where.environment,
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
      DAYBOOK_CLOCK_FORCE: "no",
    };
    expect((await run(ownDaybook(settings), ["company", "list"])).code).toBe(2);
  },
);

test(
  "a staging deployment accepts only users of the operator's domain (AUTH-030, AUTH-031)",
  LONG,
  async () => {
    const [own, stranger] = [person("own", undefined, `own.${unique()}@daybook.test`), person("stranger")];
    const staging = await ownService(await ownPlace(), ["serve"], { STAGING_DOMAIN: "daybook.test" });
    const { api, id } = await importCompany(
      staging,
      companyBundle({ users: [own.user, stranger.user], members: [own.member, stranger.member] }),
    );
    expect(await api.verdict("/company")).toBe("200");
    const theirs = api.as(await keyOf(staging.daybook, id, stranger.member.id));
    expect(await theirs.refusalOf(({ getCompany }) => getCompany())).toMatchObject({
      status: 403,
      type: "permission_error",
      code: "staging_access_denied",
    });
  },
);

test(
  "an early-access operation checks its feature before the permission (AUTH-027, AUTH-028)",
  LONG,
  async () => {
    const owner = person("owner", permissions("none"));
    const early = await ownService(await ownPlace(), ["serve"], { EARLY_ACCESS: "getCompany=company_beta" });
    const { api, id } = await importCompany(
      early,
      companyBundle({ users: [owner.user], members: [owner.member], journal: [] }),
    );
    expect(await api.refusalOf(({ getCompany }) => getCompany())).toMatchObject({
      status: 403,
      type: "permission_error",
      code: "feature_disabled",
    });
    await json(early.daybook, ["feature", "on", id, "company_beta"]);
    expect(await api.verdict("/company")).toBe("403 insufficient_permission");
    await json(early.daybook, ["member", "set", owner.member.id, "--company", id, "--area", "company=view"]);
    expect(await api.verdict("/company")).toBe("200");
  },
);
