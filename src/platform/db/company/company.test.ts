/**
 * A company that moves to another installation, on either engine: everything of it arrives, it is never open
 * in both, and an interrupted move goes on. And one that is erased: no row names it afterwards.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { loudCompany } from "../../../../test/acceptance/loud-company.ts";
import {
  type BundleUser,
  companyBundle,
  type CompanyOverrides,
  person,
} from "../../../../test/support/bundle.ts";
import { openEmptyApp, PAIRS, TESTED_ENGINE } from "../../../../test/support/engine-pairs.ts";
import { importInto } from "../../../../test/support/import.ts";
import { digestsOf, stateOf } from "../../../../test/support/state.ts";
import { OTHERS } from "../../../../test/support/tables-of-no-company.ts";
import type { App } from "../../../app.ts";
import { API_ROOT } from "../../../contract/operation.ts";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { failureRefusal } from "../../../interfaces/dispatch/failures.ts";
import { runAs } from "../../log/actor.ts";
import { FileProblem } from "../../machine/files.ts";
import { memoryObjects } from "../../objects/index.ts";
import type { Engine, TransactionOptions } from "../db.ts";
import { statement } from "../statement.ts";
import { MoveProblem } from "./problem.ts";

const noReport = () => {};

const insertFeature = statement<never>(
  "test.company.insertFeature",
  "insert into company_features (company_id, feature) values ($1, $2)",
);
let folder: string;
const opened: App[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daybook-company-"));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const newPath = () => join(folder, randomBytes(6).toString("hex"));

async function emptyApp(engine: Engine): Promise<App> {
  const app = await openEmptyApp(engine, { objects: memoryObjects() });
  opened.push(app);
  return app;
}

interface Filled {
  readonly app: App;
  readonly id: PublicId<"company">;
  readonly name: string;
  readonly key: string;
}

/** A small company with an owner. */
async function smallCompany(app: App, overrides: CompanyOverrides = {}): Promise<Filled> {
  const bundle = companyBundle(overrides);
  await importInto(app, bundle);
  const id = bundle.company.id as PublicId<"company">;
  const { api_key: key } = await app.access.createKey(id, bundle.members[0]?.id ?? "", "kept");
  return { app, id, name: bundle.company.name, key };
}

const FILE = Buffer.from("%PDF-1.4 a report\n\\.\n");
const WRITTEN_HERE = /The archive was written here and is received by the other installation\.$/;
const NOT_LEAVING = /^The company .* does not leave\. `daybook company leave` comes first\.$/;
const OTHER_VERSION =
  /is in version 9 of its format, and this program reads version 1: restore it with the program that wrote it, or a newer one\.$/;

const store = (app: App, id: string, name: string, content = FILE) =>
  app.objects.put(
    `${id}/exports/${name}/report.pdf`,
    content,
    "application/pdf",
    AbortSignal.timeout(60_000),
  );

/** A company with all kinds of records, also with what no bundle holds: keys, files and a background job. */
async function richCompany(app: App): Promise<Filled & { readonly users: readonly BundleUser[] }> {
  const bundle = loudCompany();
  await importInto(app, bundle);
  const [id, name] = [bundle.company.id as PublicId<"company">, bundle.company.name];
  const member = bundle.members[0]?.id ?? "";
  const { api_key: key } = await app.access.createKey(id, member, "kept");
  const { id: revoked } = await app.access.createKey(id, member, "revoked");
  await app.access.revokeKey(id, revoked);
  await app.ledger.markStale(id, ["2025-02-01" as CivilDate]);
  await store(app, id, "export_1");
  await store(app, id, "export_2", Buffer.alloc(0));
  return { app, id, name, key, users: bundle.users };
}

type Answer = { readonly status: number; readonly body: Record<string, unknown>; readonly text: string };

async function ask(
  { app, key }: Pick<Filled, "app" | "key">,
  url: string,
  options: {
    readonly method?: "POST";
    readonly payload?: object;
    readonly headers?: Record<string, string>;
  } = {},
): Promise<Answer> {
  const server = app.rest();
  try {
    const answer = await server.inject({
      url: `${API_ROOT}${url}`,
      method: options.method ?? "GET",
      headers: { authorization: `Bearer ${key}`, ...options.headers },
      ...(options.payload === undefined ? {} : { payload: options.payload }),
    });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), text: answer.body };
  } finally {
    await server.close();
  }
}

const setPassword = (app: App, user: string, shownIn: Filled["id"] | null) =>
  app.db.transaction((tx) => app.signIn.setPassword(tx, user as PublicId<"user">, "$argon2id$", shownIn));

async function keysOf({ objects }: App): Promise<string[]> {
  const keys = [];
  for await (const key of objects.list("")) keys.push(key);
  return keys;
}

const READS = [
  "/company",
  "/categories",
  "/journal_entries?limit=500",
  "/reports/balance_sheet?date=2030-12-31",
  "/reports/income_statement?start_date=2020-01-01&end_date=2029-12-31",
  "/reports/cash_flow?start_date=2020-01-01&end_date=2029-12-31",
  "/transactions?updated_after=0",
  "/team",
];
const answersOf = async (company: Pick<Filled, "app" | "key">) => {
  const texts = [];
  for (const url of READS) texts.push((await ask(company, url)).text);
  return texts;
};

/** The message of the problem with which `work` is refused. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(() => null).catch((thrown: unknown) => thrown);
  if (!(error instanceof MoveProblem || error instanceof FileProblem))
    throw new Error(`not refused: ${String(error)}`);
  return error.message;
}

/** Runs `work` as a command on the company does. */
const asOperator = <T>(company_id: string, work: () => Promise<T>) =>
  runAs({ surface: "command", by: "operator", action: "try", company_id }, work);

const closed = { status: 403, body: { error: { code: "company_closed" } } };

describe("a move", () => {
  test.each(PAIRS)("from $from to $to brings everything, and programs go on there", async ({ from, to }) => {
    const [app, other] = [await emptyApp(from), await emptyApp(to)];
    const here = await richCompany(app);
    const { id } = here;
    const post = {
      method: "POST",
      headers: { "idempotency-key": "once" },
      payload: { name: "Reserve", type: "savings", category_id: "cat_savings" },
    } as const;
    const first = await ask(here, "/accounts", post);
    const page = await ask(here, "/journal_entries?limit=2");
    const before = await answersOf(here);
    // A person is there already, under another id, and another company has its own rows.
    const [owner] = here.users;
    const known = person("known");
    const neighbour = await smallCompany(other, {
      users: owner === undefined ? [] : [{ ...owner, id: known.user.id }],
      members: [known.member],
    });
    const neighbours = await digestsOf(other, neighbour.id);

    const left = await asOperator(id, () => app.wholeCompany.leave(id, newPath(), noReport));
    expect(left.missing).toEqual([]);
    expect((await stat(left.file)).mode & 0o777).toBe(0o600);
    expect(gunzipSync(await readFile(left.file)).includes(here.key)).toBe(false);
    await setPassword(other, known.user.id, neighbour.id);
    expect(await refusal(asOperator(id, () => other.wholeCompany.receive(left.file, noReport)))).toMatch(
      /another company's team could see/,
    );
    await setPassword(other, known.user.id, null);
    const came = await asOperator(id, () => other.wholeCompany.receive(left.file, noReport));
    expect(came).toMatchObject({ digest: left.digest, files: 2, known_users: 1, needs_code: true });
    expect(came.rows).toEqual(left.rows);
    const there = { ...here, app: other };
    expect([await ask(here, "/company"), await ask(there, "/company")]).toMatchObject([closed, closed]);
    const { code } = await asOperator(id, () => app.wholeCompany.markMoved(id, came.digest, "books"));
    const released = await asOperator(id, () => other.wholeCompany.open(id, code));
    expect(released).toMatchObject({ lifecycle: "open" });

    expect(await answersOf(there)).toEqual(before);
    const cursor = String(page.body["next_cursor"]);
    expect(await ask(there, `/journal_entries?limit=2&cursor=${cursor}`)).toMatchObject({
      status: 200,
      body: { data: [{ id: expect.any(String) }, { id: expect.any(String) }] },
    });
    const again = await ask(there, "/accounts", post);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect(
      await other.objects.read(`${id}/exports/export_1/report.pdf`, AbortSignal.timeout(60_000)),
    ).toEqual(Uint8Array.from(FILE));
    expect(await other.ledger.verify(id)).toMatchObject({ ok: true });
    expect(await other.jobs.count()).toEqual({ waiting: left.rows["background_jobs"], running: 0, dead: 0 });
    expect(await app.jobs.count()).toMatchObject({ waiting: 0, running: 0 });
    expect(await digestsOf(other, neighbour.id)).toMatchObject(withoutShared(neighbours));
    expect(await ask(here, "/company")).toMatchObject(closed);
    expect(JSON.stringify(await stateOf(other, id))).not.toContain(owner?.id);
  });

  test("can be interrupted after each step and done again, and the company is never open twice", async () => {
    const [app, other] = [await emptyApp(TESTED_ENGINE), await emptyApp("embedded")];
    const here = await smallCompany(app);
    const there = { ...here, app: other };
    const { id } = here;
    const [moves, arrivals] = [app.wholeCompany, other.wholeCompany];
    const statuses = async () => [
      (await ask(here, "/company")).status,
      (await ask(there, "/company")).status,
    ];
    await store(app, id, "export_1");

    expect(await refusal(moves.markMoved(id, "0".repeat(64), null))).toMatch(NOT_LEAVING);
    expect(await refusal(moves.open(id, null))).toMatch(/^The company .* did not arrive from elsewhere\.$/);
    const abandoned = await moves.leave(id, newPath(), noReport);
    expect(await refusal(moves.receive(abandoned.file, noReport))).toMatch(WRITTEN_HERE);
    const end = { name: here.name, path: newPath(), archive: null };
    expect(await refusal(asOperator(id, () => moves.erase(id, end, noReport)))).toMatch(
      / It can't be erased\.$/,
    );
    await arrivals.receive(abandoned.file, noReport);
    await moves.stay(id);
    expect(await statuses()).toEqual([200, 403]);
    expect(await refusal(moves.stay(id))).toMatch(/^The company .* does not leave\.$/);
    await app.company.setFeature(id, "written_before", true);

    // The second archive replaces what arrived before, and is the same when it is written again.
    const left = await moves.leave(id, newPath(), noReport);
    expect((await moves.leave(id, newPath(), noReport)).digest).toBe(left.digest);
    expect(left.digest).not.toBe(abandoned.digest);
    expect(await refusal(moves.markMoved(id, abandoned.digest, null))).toMatch(/does not prove/);
    const came = await arrivals.receive(left.file, noReport);
    expect(await arrivals.receive(left.file, noReport)).toMatchObject({ digest: left.digest });
    expect(await statuses()).toEqual([403, 403]);
    for (const code of [null, "", "guessed"])
      expect(await refusal(arrivals.open(id, code))).toMatch(/is opened with the code/);
    for (const sealed of [app, other])
      await expect(asOperator(id, () => sealed.company.change(id, { lifecycle: "open" }))).rejects.toThrow(
        'constraint "companies_sealed"',
      );
    const { code } = await moves.markMoved(id, came.digest, null);
    expect(await moves.markMoved(id, came.digest, null)).toMatchObject({ code });
    expect(await refusal(moves.stay(id))).toMatch(/can't stay/);
    expect(await refusal(moves.leave(id, newPath(), noReport))).toMatch(/has moved/);
    expect(await refusal(moves.receive(left.file, noReport))).toMatch(WRITTEN_HERE);
    expect(await statuses()).toEqual([403, 403]);
    await arrivals.open(id, code);
    expect(await arrivals.open(id, code)).toMatchObject({ lifecycle: "open" });
    expect(await statuses()).toEqual([403, 200]);
    expect(await other.company.listFeatures(id)).toContain("written_before");
    expect(await refusal(arrivals.receive(left.file, noReport))).toMatch(/is here already/);

    // Home again: what stayed behind is replaced.
    await store(other, id, "export_2");
    await other.objects.delete(`${id}/exports/export_1/report.pdf`);
    const back = await arrivals.leave(id, newPath(), noReport);
    const home = await moves.receive(back.file, noReport);
    await moves.open(id, (await arrivals.markMoved(id, home.digest, null)).code);
    expect(await statuses()).toEqual([200, 403]);
    expect(await keysOf(app)).toEqual([`${id}/exports/export_2/report.pdf`]);
  });

  test("has every change that was acknowledged, and refuses those that come later", async () => {
    const { app, id } = await smallCompany(await emptyApp(TESTED_ENGINE));
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const asCaller = <T>(work: () => Promise<T>) =>
      runAs({ surface: "key", by: "user_1", action: "try", company_id: id }, work);
    const write = (feature: string, options: TransactionOptions, wait: () => Promise<void>) =>
      asCaller(() =>
        app.db.transaction(async (tx) => {
          await tx.run(insertFeature, [id, feature]);
          await wait();
        }, options),
      );
    const early = write("written_early", {}, () => {
      begun.resolve();
      return held.promise;
    }).then(
      () => true,
      () => false,
    );
    await begun.promise;
    const leaving = app.wholeCompany.leave(id, newPath(), noReport);
    held.resolve();
    const wasAcknowledged = await early;
    const { file } = await leaving;
    expect(gunzipSync(await readFile(file)).includes("written_early")).toBe(wasAcknowledged);
    for (const options of [{}, { leavesNoEvent: true }])
      await expect(write("written_late", options, async () => {})).rejects.toThrow(
        'constraint "companies_sealed"',
      );
    const refused = failureRefusal(
      await write("written_late", {}, async () => {}).catch((error: unknown) => error),
      "/",
      false,
      app.log,
    );
    expect(refused).toMatchObject({ code: "company_closed" });
  });

  test("is refused, and changes nothing, if the archive is damaged or does not fit", async () => {
    const [app, other] = [await emptyApp("embedded"), await emptyApp(TESTED_ENGINE)];
    const here = await smallCompany(app);
    const { id } = here;
    await store(app, id, "export_1");
    const { file } = await app.wholeCompany.writeArchive(id, newPath(), noReport);
    const text = gunzipSync(await readFile(file)).toString("utf8");
    const withText = async (change: (text: string) => string) => {
      const path = newPath();
      await writeFile(path, gzipSync(signed(change(text))));
      return path;
    };
    const before = await digestsOf(other);
    for (const [changed, message] of [
      [text.slice(0, -90), /is damaged/],
      [text.replace("daybook.company-archive", "daybook.backup"), /is not an archive/],
      [text.replace('"version":1', '"version":9'), OTHER_VERSION],
    ] as const) {
      const path = newPath();
      await writeFile(path, gzipSync(changed));
      expect(await refusal(other.wholeCompany.receive(path, noReport))).toMatch(message);
    }
    for (const [change, message] of [
      [
        (all: string) => all.replace("0056-company-moves.sql", "0056-others.sql"),
        /another version of Daybook/,
      ],
      [(all: string) => all.replace('"excludes_non_cash"', '"changed_by_hand"'), /changed by hand/],
      [(all: string) => all.replace("\tTravel", "\tTrouble"), /did not arrive as it left/],
      [(all: string) => all.replace(`\n${id}\tcat_`, "\ncomp_neighbour\tcat_"), /a row of another company/],
      [(all: string) => all.replace(`${id}/exports/`, "comp_neighbour/exports/"), /a row of another company/],
    ] as const)
      expect(await refusal(other.wholeCompany.receive(await withText(change), noReport))).toMatch(message);
    expect(await digestsOf(other)).toEqual(before);
    await store(other, id, "export_9");
    expect(await refusal(other.wholeCompany.receive(file, noReport))).toMatch(/in the same place/);
    await other.objects.delete(`${id}/exports/export_9/report.pdf`);
    // A copy of a company that did not leave is opened without a code.
    expect(await other.wholeCompany.receive(file, noReport)).toMatchObject({ needs_code: false });
    expect(await other.wholeCompany.open(id, null)).toMatchObject({ lifecycle: "open" });
    expect(await answersOf({ ...here, app: other })).toEqual(await answersOf(here));
  });
});

test("no copy and no earlier archive comes in where a company has moved away", async () => {
  const app = await emptyApp(TESTED_ENGINE);
  const { id } = await smallCompany(app);
  const copy = await app.wholeCompany.writeArchive(id, newPath(), noReport);
  const early = await app.wholeCompany.leave(id, newPath(), noReport);
  await app.wholeCompany.stay(id);
  const { digest } = await app.wholeCompany.leave(id, newPath(), noReport);
  await app.wholeCompany.markMoved(id, digest, "there");
  for (const { file } of [copy, early]) {
    const late = gunzipSync(await readFile(file))
      .toString("utf8")
      .replace(/"made":\d+/, '"made":1');
    const path = newPath();
    await writeFile(path, gzipSync(signed(late)));
    expect(await refusal(app.wholeCompany.receive(path, noReport))).toMatch(/Erase the company here/);
  }
});

/** An archive whose checksum is that of its changed content. */
function signed(text: string): string {
  const end = text.lastIndexOf("\n", text.length - 2) + 1;
  const trailer = JSON.parse(text.slice(end)) as object;
  const sha256 = createHash("sha256").update(text.slice(0, end)).digest("hex");
  return `${text.slice(0, end)}${JSON.stringify({ ...trailer, sha256 })}\n`;
}

describe("an erasure", () => {
  test("leaves no row, file or lone user, and a certificate that says so", async () => {
    const app = await emptyApp(TESTED_ENGINE);
    const { id, name, users } = await richCompany(app);
    const [shared, ...lone] = users;
    const { member } = person("both");
    const neighbour = await smallCompany(app, {
      users: shared === undefined ? [] : [shared],
      members: [{ ...member, user_id: shared?.id ?? "" }],
    });
    await setPassword(app, shared?.id ?? "", id);
    const neighbours = await digestsOf(app, neighbour.id);
    const path = newPath();
    const erase = (typed: string, archive: string | null = null) =>
      asOperator(id, () => app.wholeCompany.erase(id, { name: typed, path, archive }, noReport));
    expect(await refusal(erase(name))).toMatch(/only a closed company is erased/);
    await app.company.change(id, { lifecycle: "closed" });
    expect(await refusal(erase(`${name} `))).toMatch(/is not .*\. Type it exactly to erase the company; /);
    const archive = await asOperator(id, () => app.wholeCompany.writeArchive(id, newPath(), noReport));
    const other = await app.wholeCompany.writeArchive(neighbour.id, newPath(), noReport);
    expect(await refusal(erase(name, other.file))).toMatch(/ is of another company\. Nothing was erased\.$/);

    const { certificate, file, text_file } = await erase(name, archive.file);
    const { users: _users, ...rows } = archive.rows;
    expect(certificate).toMatchObject({
      company: { id, name, state: "closed" },
      digest: archive.digest,
      archive: { digest: archive.digest, is_same: true },
      rows,
      kept_users: [shared?.id],
      moved: null,
    });
    expect(certificate.erased_users.toSorted()).toEqual(lone.map((user) => user.id).toSorted());
    expect(certificate.files).toEqual([
      expect.objectContaining({ key: `${id}/exports/export_1/report.pdf`, size: FILE.length }),
      expect.objectContaining({ size: 0 }),
    ]);
    const { sha256, ...rest } = JSON.parse(await readFile(file, "utf8")) as typeof certificate;
    expect(sha256).toBe(createHash("sha256").update(JSON.stringify(rest)).digest("hex"));
    expect(await readFile(text_file, "utf8")).toContain(sha256);
    const everything = JSON.stringify(await stateOf(app, id, neighbour.id));
    expect(await keysOf(app)).toEqual([]);
    for (const trace of [id, ...lone.flatMap((user) => [user.id, user.email])])
      expect(everything).not.toContain(trace);
    expect(everything).toContain(shared?.email);
    expect(await digestsOf(app, neighbour.id)).toMatchObject(withoutShared(neighbours));
    expect(await refusal(erase(name))).toMatch(/is there already, and no file is replaced\. Name /);
    expect(await app.ledger.verify(neighbour.id)).toMatchObject({ ok: true });
  });

  test.each([0, 1])("that broke off after %s files goes on, and its certificate has all", async (reached) => {
    const app = await emptyApp(TESTED_ENGINE);
    const { id, name } = await smallCompany(app);
    for (const file of ["export_1", "export_2"]) await store(app, id, file);
    await app.company.change(id, { lifecycle: "closed" });
    const path = newPath();
    let left = reached;
    const remove = app.objects.delete.bind(app.objects);
    Object.assign(app.objects, {
      delete: (key: string) => (left-- > 0 ? remove(key) : Promise.reject(new Error("the storage is away"))),
    });
    const erase = () => app.wholeCompany.erase(id, { name, path, archive: null }, noReport);
    await expect(erase()).rejects.toThrow("the storage is away");
    Object.assign(app.objects, { delete: remove });
    const { certificate } = await erase();
    expect(certificate.files).toHaveLength(2);
    expect(certificate.rows).toMatchObject({ companies: 1, categories: expect.any(Number) });
    expect(JSON.stringify(await stateOf(app, id))).not.toContain(id);
  });

  test("is refused if the company was opened again, whatever an interrupted one left", async () => {
    const app = await emptyApp(TESTED_ENGINE);
    const { id, name } = await smallCompany(app);
    await store(app, id, "export_1");
    const path = newPath();
    await writeFile(`${path}.json.part`, JSON.stringify({ company: { id, name, state: "closed" } }));
    const erase = app.wholeCompany.erase(id, { name, path, archive: null }, noReport);
    expect(await refusal(erase)).toMatch(/only a closed company is erased/);
    expect(await keysOf(app)).toHaveLength(1);
  });

  test("whose certificate was not written before the process ended is certified by the next run", async () => {
    const app = await emptyApp(TESTED_ENGINE);
    const { id, name } = await smallCompany(app);
    await app.company.change(id, { lifecycle: "deleted" });
    const path = newPath();
    await mkdir(`${path}.txt.${process.pid}`);
    const erase = () => app.wholeCompany.erase(id, { name, path, archive: null }, noReport);
    await expect(erase()).rejects.toMatchObject({ code: "EISDIR" });
    await rm(`${path}.txt.${process.pid}`, { recursive: true });
    expect((await erase()).certificate).toMatchObject({
      company: { state: "deleted" },
      rows: { companies: 1 },
    });
  });
});

/** The digests of the tables that have a `company_id`: the others have rows of other companies too. */
function withoutShared(digests: Awaited<ReturnType<typeof digestsOf>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(digests).filter(([name]) => name !== "companies" && OTHERS[name] === undefined),
  );
}
