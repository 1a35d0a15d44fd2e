/**
 * The command line as scripts rely on it: a command prints one JSON document and has a documented exit code,
 * whether the service runs or not; an interrupted command changes nothing; a service that stops finishes its
 * requests.
 */
import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import { type FileHandle, open, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { companyBundle, cr, dr, voucher } from "../support/bundle.ts";
import { FEED } from "../support/feed.ts";
import { Api } from "./api.ts";
import { type Daybook, ended, json, launch, LONG, ownDaybook, refused, run } from "./daybook.ts";
import { ENGINE, newPlace, type Place } from "./place.ts";
import { importCompany, service, type StartedService, startService } from "./service.ts";

const opened: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});

async function place(template?: "empty"): Promise<Place> {
  const made = await newPlace(ENGINE, template);
  opened.push({ close: () => made.remove() });
  return made;
}

async function start(
  where: Place,
  words?: readonly string[],
  more?: Readonly<Record<string, string>>,
): Promise<StartedService> {
  const started = await startService(where, words, more);
  opened.push({ close: () => started.kill() });
  return started;
}

/** Waits until a process has printed `words` on its standard error. */
function printed(child: ChildProcess, words: string): Promise<void> {
  let output = "";
  return new Promise((resolve, reject) => {
    child.stderr?.on("data", (data: Buffer) => {
      output += data.toString();
      if (output.includes(words)) resolve();
    });
    child.once("close", () =>
      reject(new Error(`The process ended without printing ${words}, but: ${output}`)),
    );
  });
}

/** Makes a named pipe. A process that reads it waits until the test writes. */
async function namedPipe(where: Place): Promise<{ path: string; writer: FileHandle }> {
  const path = join(where.folder, "pipe.json");
  expect(spawnSync("mkfifo", [path]).status).toBe(0);
  // Opened for reading and writing, so that opening does not wait for a reader.
  const writer = await open(path, "r+");
  opened.push({ close: () => writer.close() });
  return { path, writer };
}

/**
 * A bundle of megabytes, far larger than a pipe's buffer: when all but its end is written, a process reads
 * it.
 */
const BIG = JSON.stringify(
  companyBundle({
    journal: Array.from({ length: 10_000 }, (_, index) =>
      voucher("2025-03-01", "One of very many", [dr("checking", 100), cr("subscriptions", 100)], {
        id: `vch_${index}`,
      }),
    ),
  }),
);
const BIG_END = BIG.slice(-1_000);
const BIG_BEGINNING = BIG.slice(0, -1_000);

/** A sentence in one line, which may begin with the name of an option or an argument. */
const SENTENCE = /^(?:[A-Z]|--\w|<\w)[^\n]*\.$/;

/** The commands that print data about an existing company, with the expected members of their JSON. */
const DATA_COMMANDS: readonly (readonly [words: string, fields: readonly string[]])[] = [
  ["migrate", ["ran", "backup", "distributed"]],
  ["company list", ["companies"]],
  ["company show COMPANY", ["company", "features", "closed_through", "usage", "overrides"]],
  ["override set COMPANY 500", ["company_id", "overrides"]],
  ["override clear COMPANY", ["company_id", "overrides"]],
  ["integration list COMPANY", ["company_id", "integrations"]],
  ["integration report COMPANY xero --status connected", ["company_id", "integration"]],
  ["company set COMPANY --name Harbor", ["company"]],
  ["plan set COMPANY enterprise", ["company_id", "plan", "subscription_status", "trial_ends_at", "month"]],
  ["plan show COMPANY", ["company_id", "plan", "subscription_status", "trial_ends_at", "month"]],
  ["feature on COMPANY company_beta", ["company_id", "features"]],
  ["feature off COMPANY company_beta", ["company_id", "features"]],
  ["feature list COMPANY", ["company_id", "features"]],
  ["transfer propose", ["company_id", "proposals"]],
  ["transfer match txn_moving_out txn_moving_in", ["company_id", "transfer"]],
  ["transfer undo trf_saved", ["company_id", "id", "undone"]],
  [
    "journal post --date 2026-03-31 --memo Accrual --debit cat_software=5 --credit cat_prepaid=5",
    ["company_id", "entries"],
  ],
  ["journal list", ["company_id", "entries"]],
  ["company stale COMPANY 2025-03", ["company_id", "stale"]],
  ["member list", ["company_id", "members"]],
  ["member add new@example.com --template read_only", ["company_id", "member"]],
  ["member password new@example.com", ["user_id", "email", "link", "expires"]],
  ["key create --name script", ["id", "api_key", "company_id", "member", "name"]],
  ["key create --read-only --name board", ["id", "api_key", "company_id", "member", "name"]],
  ["key list", ["company_id", "keys"]],
  ["verify", ["ok", "companies"]],
  ["doctor", ["ok", "findings"]],
];

test(
  "with --json a command prints one JSON document and nothing else, whether the service runs or not",
  LONG,
  async () => {
    const where = await place();
    const running = await start(where);
    const daybook = ownDaybook({ ...running.daybook.environment, PORT: "0" });
    const { id } = await importCompany(running, companyBundle(FEED));
    const check = async ([line, fields]: (typeof DATA_COMMANDS)[number]): Promise<void> => {
      const { code, stdout, stderr } = await run(daybook, [
        ...line.replace("COMPANY", id).split(" "),
        "--json",
      ]);
      expect([line, code, stderr]).toEqual([line, 0, ""]);
      expect(stdout.split("\n")).toHaveLength(2);
      expect(Object.keys(JSON.parse(stdout) as object)).toEqual(fields);
    };
    for (const each of DATA_COMMANDS) await check(each);
    await running.stop();
    for (const each of DATA_COMMANDS.filter(([line]) => ["company list", "verify", "doctor"].includes(line)))
      await check(each);
  },
);

test(
  "a refusal prints one JSON document, and a sentence on the standard error; its exit code tells its kind",
  LONG,
  async () => {
    const { daybook } = await service();
    // A program that accepts connections and never answers.
    const busy = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
    opened.push({ close: () => new Promise((resolve) => busy.close(resolve)) });
    const address = busy.address();
    const port = typeof address === "object" && address ? String(address.port) : "";
    const unreachable: Daybook = {
      ...daybook,
      environment: {
        ...daybook.environment,
        DATABASE_URL: "postgres://somebody:hidden-word@127.0.0.1:1/none",
        DAYBOOK_CLOCK_FORCE: "yes",
      },
    };
    const refusals: readonly (readonly [Daybook, string, number])[] = [
      [daybook, "compny list", 2],
      [daybook, "plan set comp_a gold", 2],
      [daybook, "company set comp_a", 2],
      [daybook, "plan set comp_a growth --trial-ends 2026-02-30", 2],
      [daybook, "company show comp_nobody", 4],
      [daybook, "import bundle /nowhere/bundle.json", 4],
      [unreachable, "company list", 6],
      [{ ...daybook, environment: { ...daybook.environment, PORT: "many" } }, "company list", 2],
      [
        ownDaybook({ ...(await place()).environment, EARLY_ACCESS: "getCompanies=company_beta" }),
        "migrate",
        2,
      ],
    ];
    for (const [command, line, code] of refusals) {
      const ran = await run(command, [...line.split(" "), "--json"]);
      const { error } = JSON.parse(ran.stdout) as { error: { message: string; exit_code: number } };
      expect([line, ran.code, error.exit_code]).toEqual([line, code, code]);
      expect(error.message).toMatch(SENTENCE);
      expect(ran.stderr).toBe(`${error.message}\n`);
      expect(ran.stdout + ran.stderr).not.toContain("hidden-word");
    }
    const doctor = await run(
      ownDaybook({
        ...(await place()).environment,
        PORT: port,
        REDIS_URL: "redis://:hidden-word@127.0.0.1:1/2",
      }),
      ["doctor", "--json"],
    );
    const { ok, findings } = JSON.parse(doctor.stdout) as {
      ok: boolean;
      findings: { what: string; ok: boolean; todo: string | null }[];
    };
    expect([doctor.code, ok, findings.filter((finding) => !finding.ok).map(({ what }) => what)]).toEqual([
      5,
      false,
      ["Redis", "Address"],
    ]);
    for (const { ok: fine, todo } of findings) expect(todo ?? "").toMatch(fine ? /^$/ : SENTENCE);
    expect(doctor.stdout).not.toContain("hidden-word");
  },
);

test(
  "of several companies the command line, DAYBOOK_COMPANY or `company use` names one, in this order (CMD-017)",
  LONG,
  async () => {
    const where = await place();
    const running = await start(where);
    const daybook = running.daybook;
    const made = [];
    for (const name of ["Acme, Inc.", "Harbor", "Harbor"])
      made.push(
        await json<{ company_id: string }>(daybook, [
          "company",
          "create",
          name,
          "--owner-email",
          `owner-${made.length}@example.com`,
        ]),
      );
    const [acme = "", harbor = "", other = ""] = made.map(({ company_id }) => company_id);
    const inHarbor = { ...daybook, environment: { ...daybook.environment, DAYBOOK_COMPANY: harbor } };
    const companyOf = async (by: Daybook, ...more: readonly string[]): Promise<string> =>
      (await json<{ company_id: string }>(by, ["key", "list", ...more])).company_id;

    const unnamed = await refused(daybook, ["key", "list"]);
    for (const way of ["--company", "DAYBOOK_COMPANY", "`daybook company use`"])
      expect(unnamed.message).toContain(way);
    expect(await companyOf(inHarbor)).toBe(harbor);

    expect(await refused(daybook, ["company", "use", "Nobody"])).toMatchObject({
      exit_code: 4,
      message: "There is no company Nobody. `daybook company list` lists them.",
    });
    expect((await refused(daybook, ["company", "use", "Harbor"])).message).toMatch(
      new RegExp(`^2 companies are named Harbor: .*${harbor}.*\\. Give the id\\.$`),
    );
    expect((await refused(daybook, ["company", "use", "Acme, Inc.", "--none"])).message).toBe(
      "Give either a company or --none.",
    );
    expect(await json(daybook, ["company", "use"])).toMatchObject({ company_id: null });

    expect(await json(daybook, ["company", "use", "acme, inc."])).toEqual({
      company_id: acme,
      name: "Acme, Inc.",
      by: "`daybook company use`",
    });
    expect(await companyOf(daybook)).toBe(acme);
    expect(await companyOf(inHarbor)).toBe(harbor);
    expect(await companyOf(inHarbor, "--company", other)).toBe(other);
    // A person reads which company a command works on; whoever names one is not told.
    const told = `Company: Acme, Inc. (${acme}), chosen by \`daybook company use\`.\n`;
    expect((await run(daybook, ["key", "create"])).stderr).toContain(told);
    expect((await run(inHarbor, ["key", "list"])).stderr).toBe(
      `Company: ${harbor}, chosen by DAYBOOK_COMPANY.\n`,
    );
    expect((await run(daybook, ["key", "list", "--company", acme])).stderr).toBe("");
    await running.stop();
    expect(await companyOf(daybook)).toBe(acme);

    expect(await json(daybook, ["company", "use", harbor])).toMatchObject({ company_id: harbor });
    expect(await json(daybook, ["company", "use", "--none"])).toMatchObject({ company_id: null });
    expect(await refused(daybook, ["key", "list"])).toMatchObject({ exit_code: 2 });
    const kept = join(where.environment["DAYBOOK_HOME"] ?? "", "company.json");
    await writeFile(kept, '{"id":"comp_');
    expect((await refused(daybook, ["key", "list"])).message).toBe(
      `${kept} names no company. Choose one again with \`daybook company use\`.`,
    );
  },
);

test("an import that is interrupted leaves nothing behind, and the service goes on", LONG, async () => {
  const where = await place();
  const running = await start(where);
  const { id, api } = await importCompany(running, companyBundle());
  const { path, writer } = await namedPipe(where);
  const importing = launch(running.daybook, ["import", "bundle", path, "--json"]);
  const end = ended(importing);
  // The import waits for the rest of the file, which never comes.
  await writer.writeFile(BIG_BEGINNING);
  importing.kill("SIGINT");
  const ran = await end;
  expect([ran.code, (JSON.parse(ran.stdout) as { error: { code: string } }).error.code]).toEqual([
    130,
    "interrupted",
  ]);
  expect(ran.stderr).toMatch(/rolled back|rolls back/);
  const { companies } = await json<{ companies: { id: string }[] }>(running.daybook, ["company", "list"]);
  expect(companies.map((company) => company.id)).toEqual([id]);
  expect(await api.verdict("/company")).toBe("200");
});

test("Ctrl-C ends a command that waits for its input", LONG, async () => {
  const importing = launch(ownDaybook((await place()).environment), ["import", "bundle", "-"]);
  const end = ended(importing);
  await new Promise((resolve) => importing.stdin?.write(BIG_BEGINNING, resolve));
  importing.kill("SIGINT");
  expect(await end).toMatchObject({
    code: 130,
    stderr: expect.stringMatching(/^(?:Making [^\n]*\n)?Interrupted; the change was rolled back.\n$/),
  });
});

test(
  "an exported company is imported elsewhere unchanged, and an export does not replace an existing file",
  LONG,
  async () => {
    const running = await start(await place());
    const { id } = await importCompany(running, companyBundle());
    const file = join(running.folder, "books.json");
    const written = await json<{ bytes: number }>(running.daybook, ["company", "export", id, file]);
    const books = await readFile(file);
    expect([written.bytes, (await stat(file)).mode & 0o777]).toEqual([books.length, 0o600]);
    expect(await refused(running.daybook, ["company", "export", id, file])).toMatchObject({ exit_code: 2 });
    expect(await refused(running.daybook, ["company", "export", "comp_nobody", `${file}2`])).toMatchObject({
      exit_code: 4,
    });

    const other = ownDaybook((await place()).environment);
    await json(other, ["import", "bundle", file]);
    const again = join(running.folder, "again.json");
    await json(other, ["company", "export", id, again]);
    expect(await readFile(again, "utf8")).toBe(books.toString());
    expect((await readdir(running.folder)).filter((name) => name.startsWith("books"))).toEqual([
      "books.json",
    ]);
  },
);

test.runIf(ENGINE === "embedded")(
  "the control socket is private to its owner; a socket that a killed service left does no harm",
  LONG,
  async () => {
    const where = await place();
    const first = await start(where);
    const socket = join(where.folder, "home", "run", "control.sock");
    expect([(await stat(socket)).isSocket(), (await stat(socket)).mode & 0o777]).toEqual([true, 0o600]);
    await json(first.daybook, ["company", "list"]);
    await first.kill();
    expect((await stat(socket)).isSocket()).toBe(true);
    expect(await json(first.daybook, ["company", "list"])).toEqual({ companies: [] });
    const second = await start(where);
    expect((await stat(socket)).mode & 0o777).toBe(0o600);
    expect(await json(second.daybook, ["company", "list"])).toEqual({ companies: [] });
    await second.stop();
    await expect(stat(socket)).rejects.toMatchObject({ code: "ENOENT" });
  },
);

test.runIf(ENGINE === "embedded")(
  "while a command works on the folder, other commands and a start are refused with its name",
  LONG,
  async () => {
    const where = await place();
    const daybook = ownDaybook(where.environment);
    await json(daybook, ["migrate"]);
    const { path, writer } = await namedPipe(where);
    const importing = launch(daybook, ["import", "bundle", path]);
    const end = ended(importing);
    await writer.writeFile(BIG_BEGINNING);
    const waiting = await Promise.all([
      refused(daybook, ["company", "list"]),
      refused(daybook, ["start", "--no-sample", "--port", "0"]),
    ]);
    for (const { exit_code, message } of waiting) {
      expect([exit_code, message]).toEqual([
        3,
        expect.stringMatching(new RegExp(`process ${importing.pid} \\(daybook import bundle, since `)),
      ]);
    }
    await writer.writeFile(BIG_END);
    await writer.close();
    expect((await end).code).toBe(0);
    expect((await json<{ companies: unknown[] }>(daybook, ["company", "list"])).companies).toHaveLength(1);
  },
);

/** Sends an incomplete request head, so that the service has an unfinished request. */
async function beginRequest({ base }: StartedService): Promise<Socket> {
  const connection = connect(Number(new URL(base).port), "127.0.0.1");
  await once(connection, "connect");
  // The service may end before it answers.
  connection.on("error", () => {});
  connection.write("GET /api/v1/company HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
  await pause(100);
  return connection;
}

test("the first signal to stop lets a request finish; a second one stops at once", LONG, async () => {
  const [patient, hurried] = await Promise.all([start(await place()), start(await place())]);
  const connection = await beginRequest(patient);
  await beginRequest(hurried);
  const stopping = [printed(patient.process, "Stopping"), printed(hurried.process, "Stopping")];
  patient.process.kill("SIGTERM");
  hurried.process.kill("SIGINT");
  await Promise.all(stopping);

  const answer = text(connection);
  connection.write("\r\n");
  expect(await answer).toMatch(/^HTTP\/1.1 (401|503) /);
  expect((await patient.end).code).toBe(0);

  // One Ctrl-C may arrive twice, from the terminal and from a runner such as npm. Two signals within a
  // short time therefore count as one.
  hurried.process.kill("SIGINT");
  await pause(600);
  hurried.process.kill("SIGINT");
  expect(await hurried.end).toMatchObject({
    code: 130,
    stderr: "Stopping; once more to stop at once.\nStopped at once.\n",
  });
});

test("the secret of a key is printed only when the key is created, and is in no log", LONG, async () => {
  const where = await place();
  const running = await start(where, undefined, { LOG_LEVEL: "debug" });
  const { id } = await importCompany(running, companyBundle());
  const created = await run(running.daybook, ["key", "create", "--company", id]);
  const key = /^svc_\S+/.exec(created.stdout)?.[0] ?? "";
  expect(key.length).toBeGreaterThan(20);
  const api = new Api(running.base, key);
  expect(await api.verdict("/company")).toBe("200");
  expect(await api.as(`${key}x`).verdict("/company")).toMatch(/^401/);
  const { stdout } = await run(running.daybook, ["key", "list", "--company", id, "--json"]);
  const stopped = await running.stop();
  for (const output of [created.stderr, stdout, stopped.stdout, stopped.stderr])
    expect(output).not.toContain(key.slice(4));
});

test.runIf(ENGINE === "server")(
  "processes that start concurrently on an empty database share one schema and one sample, each with a valid key",
  LONG,
  async () => {
    const where = await place("empty");
    const [one, two, three] = await Promise.all([
      start(where, ["start", "--sample"]),
      start(where, ["start", "--sample"]),
      start(where, ["serve"]),
    ]);
    const worker = launch(ownDaybook(where.environment), ["work", "--json"]);
    const end = ended(worker);
    await new Promise((resolve) => worker.stdout?.once("data", resolve));
    const { companies } = await json<{ companies: { id: string }[] }>(one.daybook, ["company", "list"]);
    expect(companies).toHaveLength(1);
    for (const { ready } of [one, two]) {
      expect(ready.company_id).toBe(companies[0]?.id);
      expect(await new Api(three.base, ready.api_key ?? one.ready.api_key).read("/company")).toMatchObject({
        id: companies[0]?.id,
      });
    }
    expect(await json(one.daybook, ["verify"])).toMatchObject({ ok: true });
    worker.kill("SIGTERM");
    const stopped = await Promise.all([end, one.stop(), two.stop(), three.stop()]);
    expect(stopped.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  },
);
