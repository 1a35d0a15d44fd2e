/** The life of an export: its states, attempts, access checks and duration. */
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { permissions, person } from "../../../../../test/support/bundle.ts";
import { exportsOf, fetchLink, HALF_YEAR, workOn } from "../../../../../test/support/exports.ts";
import { mailTo } from "../../../../../test/support/mailbox.ts";
import { onServer } from "../../../../../test/support/on-server.ts";
import { stateOf } from "../../../../../test/support/state.ts";
import { statement } from "../../../../platform/db/index.ts";
import { LIMITS } from "@daybook/words/limits";
import { present } from "@daybook/words/assert";
import { drillFaults } from "../../../../platform/faults/index.ts";
import { RetryLater } from "../../../../platform/jobs/index.ts";
import { reportsService } from "../../reports/index.ts";
import { paced } from "../../../../platform/time/turn.ts";
import { SWEEP } from "../jobs.ts";
import { sizeProblem } from "../rules/file.ts";
import type { Format } from "../rules/words.ts";
import { exportsService } from "./index.ts";
import type { ExportsNeeds } from "./needs.ts";

const http = await testApp();
const { app } = http;
const drills = present(app.faults.drills, "drills are on in tests");
const { signal } = new AbortController();
/** Longer than the longest wait before another attempt. */
const NEXT_ATTEMPT_S = 700;

type Team = TestCompany & {
  readonly owner: ReturnType<typeof person>;
  readonly clerk: ReturnType<typeof person>;
  readonly clerkKey: string;
};

async function team(): Promise<Team> {
  const [owner, clerk] = [person("owner"), person("clerk", permissions("none", { reports: "view" }))];
  const company = await http.company({
    users: [owner.user, clerk.user],
    members: [owner.member, clerk.member],
  });
  return { ...company, owner, clerk, clerkKey: await http.keyOf(company.id, clerk.member.id) };
}

/** The service of another worker, with some of its needs replaced. */
function serviceWith(replaced: Partial<ExportsNeeds>) {
  const { db, ids, clock, faults, objects, renderer } = app;
  const needs = {
    db,
    ids,
    clock,
    randomText: () => "elsewhere",
    reports: reportsService({ ledger: app.ledger, paced }),
    ledger: app.ledger,
    renderer,
    objects,
    parts: [],
    faults,
    askForGeneration: async () => {},
    askForSweep: async () => {},
    address: (id: string) => id,
  };
  return exportsService({ ...needs, ...replaced });
}

async function linesOf(url: string): Promise<string[]> {
  return Buffer.from((await fetchLink(url)).bytes)
    .toString("utf8")
    .split("\r\n");
}

/** The keys of an export's stored objects. */
async function storedFor(companyId: string, id: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of app.objects.list(`${companyId}/exports/${id}/`)) keys.push(key);
  return keys;
}

describe("an export", () => {
  test("is pending, then processing, then succeeded with its file (EXP-106, EXP-108, EXP-109, EXP-120, EXP-121, EXP-122)", async () => {
    const company = await team();
    const { ask, read } = exportsOf(http, company);
    const { id } = await ask();
    expect(await read(id)).toMatchObject({
      status: "pending",
      started_at: null,
      completed_at: null,
      generation_duration_ms: null,
      file: null,
    });
    const created = app.clock.now();
    http.clock.set(created + 40);
    const seen: object[] = [];
    const renderer = {
      ...app.renderer,
      render: (...args: Parameters<ExportsNeeds["renderer"]["render"]>) =>
        read(id)
          .then((shown) => seen.push(shown))
          .then(() => app.renderer.render(...args)),
    };
    await serviceWith({ renderer }).generate(company.id, id, signal);
    expect(seen).toMatchObject([
      { status: "processing", started_at: created + 40, completed_at: null, file: null, error: null },
    ]);
    const done = await read(id);
    expect(done).toMatchObject({
      status: "succeeded",
      created,
      started_at: created + 40,
      completed_at: created + 40,
      error: null,
    });
    expect(Number.isInteger(done.generation_duration_ms)).toBe(true);
    expect(done.file?.size).toBeGreaterThan(0);
    await workOn(http);
  });

  test("contains the books as they are when it is generated (EXP-068, EXP-069)", async () => {
    const company = await team();
    const { ask, read } = exportsOf(http, company);
    const { id } = await ask();
    const more = company.bundle.journal.map((each) => ({
      ...each,
      lines: each.lines.map((line) => ({
        ...line,
        ...(line.debit_cents === undefined ? {} : { debit_cents: line.debit_cents * 2 }),
        ...(line.credit_cents === undefined ? {} : { credit_cents: line.credit_cents * 2 }),
      })),
    }));
    const before = await http.read<{ net_income_cents: number }>(
      "/reports/income_statement?start_date=2025-01-01&end_date=2025-06-30",
      company.key,
    );
    await http.put({ ...company.bundle, journal: more });
    await workOn(http);
    const netIncome = async (which: string) =>
      (await linesOf(present((await read(which)).file, "it has a file").download_url)).find((line) =>
        line.includes("Net Income"),
      );
    expect(await netIncome(id)).toContain((before.net_income_cents / 50).toFixed(2));
    await http.put(company.bundle);
    const again = await ask();
    await workOn(http);
    expect(await netIncome(again.id)).toContain((before.net_income_cents / 100).toFixed(2));
    expect(await netIncome(id)).toContain((before.net_income_cents / 50).toFixed(2));
  });

  test("sends no notification when it finishes (EXP-133)", async () => {
    const company = await team();
    const { ask } = exportsOf(http, company);
    await ask();
    await workOn(http);
    expect(mailTo(company.owner.user.email)).toEqual([]);
    const jobs = (await stateOf(app, company.id))["background_jobs"] as readonly {
      payload: { company_id?: string };
    }[];
    expect(jobs.filter(({ payload }) => payload.company_id === company.id)).toEqual([]);
  });

  test("never changes once it has finished (EXP-129)", async () => {
    const company = await team();
    const { ask, read } = exportsOf(http, company);
    const [good, bad] = [await ask(), await ask({}, { key: company.clerkKey })];
    await app.access.changePermissions(company.id, company.clerk.member.id, () => permissions("none"));
    await workOn(http);
    const finished = [await read(good.id), await read(bad.id)];
    expect(finished).toMatchObject([{ status: "succeeded" }, { status: "failed" }]);
    await app.access.changePermissions(company.id, company.clerk.member.id, () =>
      permissions("none", { reports: "view" }),
    );
    for (const { id } of finished) {
      await serviceWith({}).generate(company.id, id, signal);
      await serviceWith({}).giveUp(company.id, id);
    }
    await app.access.removeMember(company.id, company.clerk.member.id);
    await workOn(http);
    expect(
      [await read(good.id), await read(bad.id)].map((each) => ({ ...each, file: each.file?.size })),
    ).toEqual(finished.map((each) => ({ ...each, file: each.file?.size })));
  });
});

describe("an attempt that fails", () => {
  test("is followed by another attempt, and the export keeps the start of the first one (EXP-106, EXP-111)", async () => {
    const company = await team();
    const { ask, read } = exportsOf(http, company);
    const { id } = await ask();
    const began = app.clock.now();
    await drills.set({ step: "export.rendered", action: "fail", times: 1 });
    await workOn(http);
    const between = await read(id);
    expect(between).toMatchObject({
      status: "processing",
      started_at: began,
      completed_at: null,
      file: null,
      error: null,
    });
    http.clock.set(began + NEXT_ATTEMPT_S);
    await workOn(http);
    const done = await read(id);
    expect(done).toMatchObject({
      status: "succeeded",
      started_at: began,
      completed_at: began + NEXT_ATTEMPT_S,
    });
    // The wait between the two attempts, many seconds of the service's clock, is not counted.
    expect(done.generation_duration_ms).toBeLessThan(NEXT_ATTEMPT_S * 1000);
    expect(done.generation_duration_ms).toBeGreaterThanOrEqual(between.generation_duration_ms ?? Infinity);
  });

  test("as the last one leaves the export with generation_failed and no file, returned with 200 (EXP-097, EXP-115, EXP-116, EXP-123, GEN-087, GEN-088)", async () => {
    const company = await team();
    const { ask, read } = exportsOf(http, company);
    const { id } = await ask();
    const attempts = LIMITS.export_attempts.value;
    await drills.set({ step: "export.stored", action: "fail", times: attempts + 1 });
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      expect(await read(id)).toMatchObject({ error: null, completed_at: null });
      await workOn(http);
      http.clock.set(app.clock.now() + NEXT_ATTEMPT_S);
    }
    const failed = await read(id);
    expect(failed).toMatchObject({
      status: "failed",
      completed_at: app.clock.now() - NEXT_ATTEMPT_S,
      file: null,
    });
    expect(failed.error).toStrictEqual({ code: "generation_failed", message: expect.any(String) as string });
    expect(await drills.clear(null)).toBe(1);
    expect(await storedFor(company.id, id)).toEqual([]);
  });

  test("adds its duration to that of the other attempts, and waiting adds nothing (EXP-110, EXP-111)", async () => {
    const company = await team();
    const { ask, read } = exportsOf(http, company);
    const { id } = await ask();
    let ms = 0;
    const clock = { ...app.clock, elapsedMs: () => ms };
    const takingMs = (spent: number, fails: boolean): ExportsNeeds["renderer"] => ({
      ...app.renderer,
      async render(...args) {
        ms += spent;
        if (fails) throw new Error("the renderer failed");
        return app.renderer.render(...args);
      },
    });
    const slowObjects: ExportsNeeds["objects"] = {
      ...app.objects,
      put: async (...args) => {
        ms += 20;
        await app.objects.put(...args);
      },
    };
    await expect(
      serviceWith({ clock, renderer: takingMs(300, true) }).generate(company.id, id, signal),
    ).rejects.toThrow("the renderer failed");
    expect(await read(id)).toMatchObject({ status: "processing", generation_duration_ms: 300 });
    ms += 60_000;
    await serviceWith({ clock, renderer: takingMs(100, false), objects: slowObjects }).generate(
      company.id,
      id,
      signal,
    );
    expect(await read(id)).toMatchObject({ status: "succeeded", generation_duration_ms: 420 });
    await workOn(http);
  });

  test("can't attach its file after a later attempt has begun", async () => {
    const company = await team();
    const { ask, read } = exportsOf(http, company);
    const { id } = await ask();
    const [stored, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The worker of the first attempt loses the job after it has stored its file, but goes on.
    const objects: ExportsNeeds["objects"] = {
      ...app.objects,
      put: async (...args) => {
        await app.objects.put(...args);
        stored.resolve();
        await goOn.promise;
      },
    };
    const lost = serviceWith({ objects, randomText: () => "lost" })
      .generate(company.id, id, signal)
      .then(
        () => "resolved",
        (error: unknown) => `rejected: ${String(error)}`,
      );
    await stored.promise;
    const renderer: ExportsNeeds["renderer"] = {
      ...app.renderer,
      async render(...args) {
        // The first attempt finishes while the second one is running.
        goOn.resolve();
        await lost;
        expect(await read(id)).toMatchObject({ status: "processing", file: null, completed_at: null });
        return app.renderer.render(...args);
      },
    };
    await serviceWith({ renderer, randomText: () => "latest" }).generate(company.id, id, signal);
    expect(await read(id)).toMatchObject({ status: "succeeded", error: null });
    expect(await storedFor(company.id, id)).toEqual([
      `${company.id}/exports/${id}/2-latest.${HALF_YEAR.format}`,
    ]);
    await workOn(http);
  });

  test("that a drill holds stays in processing until the drill is cleared, however many attempts begin", async () => {
    const company = await team();
    const { ask, read } = exportsOf(http, company);
    await drills.set({ step: "export.begun", action: "hold", times: 1 });
    const { id } = await ask();
    let checks = 0;
    const heldFaults = drillFaults(app.db, {
      crash: () => {},
      stall: async () => {},
      pause: async () => void (checks += 1),
    });
    for (let attempt = 1; attempt <= LIMITS.export_attempts.value + 2; attempt += 1) {
      checks = 0;
      await expect(serviceWith({ faults: heldFaults }).generate(company.id, id, signal)).rejects.toThrow(
        RetryLater,
      );
      expect(checks).toBeGreaterThan(10);
      expect(await read(id)).toMatchObject({ status: "processing", file: null, completed_at: null });
    }
    const worker = await app.work();
    const settled = worker.settle();
    expect(await drills.list()).toContainEqual({ step: "export.begun", action: "hold", times: 1 });
    expect(await drills.clear("export.begun")).toBe(1);
    await settled;
    await worker.stop(10_000);
    expect(await read(id)).toMatchObject({ status: "succeeded" });
  });

  test("after its file was attached, as when only the database's answer was lost, does not fail the export", async () => {
    const company = await team();
    const { ask, read } = exportsOf(http, company);
    const { id } = await ask();
    await drills.set({ step: "export.attached", action: "fail", times: 1 });
    await workOn(http);
    const { status, file } = await read(id);
    expect([status, (await fetchLink(file?.download_url ?? "")).status]).toEqual(["succeeded", 200]);
  });
});

describe("a requester who lost access", () => {
  const department = { group_by: { rows: "department" } } as const;
  const losses: readonly {
    readonly name: string;
    readonly lose: (company: Team) => Promise<unknown>;
    readonly request?: object;
  }[] = [
    {
      name: "can no longer read reports",
      lose: ({ id, clerk }) =>
        app.access.changePermissions(id, clerk.member.id, () => permissions("manage", { reports: "none" })),
    },
    {
      name: "no longer has API access",
      lose: ({ id, clerk }) =>
        app.access.changePermissions(id, clerk.member.id, () =>
          permissions("manage", { api_access: "none" }),
        ),
    },
    { name: "was removed", lose: ({ id, clerk }) => app.access.removeMember(id, clerk.member.id) },
    { name: "was deactivated", lose: ({ clerk }) => app.access.setUserActive(clerk.user.id, false) },
    {
      name: "requested rows by department, and the company no longer has departments",
      lose: ({ id }) => app.company.setFeature(id, "departments", false),
      request: department,
    },
  ];

  test.each(losses)(
    "before the generation began gets no file: a user who $name (EXP-097, EXP-107, EXP-124)",
    async ({ lose, request = {} }) => {
      const company = await team();
      const { id } = await exportsOf(http, company).ask(request, { key: company.clerkKey });
      http.clock.set(app.clock.now() + 5);
      await lose(company);
      await workOn(http);
      if (request === department) await app.company.setFeature(company.id, "departments", true);
      const failed = await exportsOf(http, company).read(id);
      expect(failed).toMatchObject({
        status: "failed",
        started_at: null,
        completed_at: app.clock.now(),
        file: null,
        error: { code: "access_revoked" },
      });
      expect(Object.keys(failed.error ?? {})).toEqual(["code", "message"]);
    },
  );

  test.each(losses)(
    "during the generation gets no file: a user who $name (EXP-125)",
    async ({ lose, request = {} }) => {
      const company = await team();
      const { id } = await exportsOf(http, company).ask(request, { key: company.clerkKey });
      const renderer: ExportsNeeds["renderer"] = {
        ...app.renderer,
        render: (...args) => lose(company).then(() => app.renderer.render(...args)),
      };
      await serviceWith({ renderer }).generate(company.id, id, signal);
      await app.company.setFeature(company.id, "departments", true);
      expect(await exportsOf(http, company).read(id)).toMatchObject({
        status: "failed",
        started_at: app.clock.now(),
        completed_at: app.clock.now(),
        file: null,
        error: { code: "access_revoked" },
      });
      expect(await storedFor(company.id, id)).toEqual([]);
      await workOn(http);
    },
  );

  test("and regained it before the generation gets the export", async () => {
    const company = await team();
    const { id } = await exportsOf(http, company).ask({}, { key: company.clerkKey });
    await app.access.changePermissions(company.id, company.clerk.member.id, () => permissions("none"));
    await app.access.changePermissions(company.id, company.clerk.member.id, () =>
      permissions("none", { reports: "view" }),
    );
    await workOn(http);
    expect(await exportsOf(http, company).read(id)).toMatchObject({ status: "succeeded" });
  });
});

describe("a fault outside of the export", () => {
  const countDead = statement<{ jobs: number }>(
    "test.generate.countDead",
    "select count(*) as jobs from background_jobs where state = 'dead' and payload ->> 'export_id' = $1",
  );
  const countSweeps = statement<{ jobs: number }>(
    "test.generate.countSweeps",
    `select count(*) as jobs from background_jobs where queue = 'exports.sweep'
      and payload ->> 'export_id' = $1`,
  );

  onServer(
    "costs no attempt: an import locks the members of the company",
    async () => {
      const company = await team();
      const { ask, read } = exportsOf(http, company);
      const { id } = await ask();
      const [held, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const importing = app.db.transaction(async (tx) => {
        await tx.list(
          statement(
            "test.generate.holdMembers",
            "select id from members where company_id = $1 for no key update",
          ),
          [company.id],
        );
        held.resolve();
        await goOn.promise;
      });
      await held.promise;
      for (let turn = 0; turn < 2; turn += 1) {
        await workOn(http);
        http.clock.set(app.clock.now() + 20);
      }
      expect(await read(id)).toMatchObject({ status: "processing", error: null });
      goOn.resolve();
      await importing;
      await workOn(http);
      expect(await read(id)).toMatchObject({ status: "succeeded" });
    },
    60_000,
  );

  test("does not change a finished export: a storage that can't be listed is swept later", async () => {
    const company = await team();
    const { ask, read } = exportsOf(http, company);
    const { id } = await ask();
    const objects: ExportsNeeds["objects"] = {
      ...app.objects,
      list: () => {
        throw new Error("the list failed");
      },
    };
    const askForSweep: ExportsNeeds["askForSweep"] = (tx, company_id, export_id, runAt) =>
      app.jobs.send(tx, SWEEP, { company_id, export_id }, { subject: export_id, runAt });
    const service = serviceWith({ objects, askForSweep });
    await service.generate(company.id, id, signal);
    expect(await read(id)).toMatchObject({ status: "succeeded" });
    expect((await app.db.get(countSweeps, [id])).jobs).toBe(1);
    await service.giveUp(company.id, id);
    await workOn(http);
  });

  test("does not count twice: an export that failed for good is not also reported as a failed job", async () => {
    const company = await team();
    const { ask, read } = exportsOf(http, company);
    const { id } = await ask();
    await drills.set({ step: "export.begun", action: "fail", times: LIMITS.export_attempts.value });
    for (let attempt = 0; attempt < LIMITS.export_attempts.value; attempt += 1) {
      await workOn(http);
      http.clock.set(app.clock.now() + NEXT_ATTEMPT_S);
    }
    expect(await read(id)).toMatchObject({ status: "failed", error: { code: "generation_failed" } });
    expect((await app.db.get(countDead, [id])).jobs).toBe(0);
  });
});

test("a statement that is too large for the format fails at once, with a message that says what to request", () => {
  const tooLarge = (column: object, columns: number, rows: number, format: Format) =>
    sizeProblem({ columns: Array(columns).fill(column), rows: Array(rows) }, format);
  expect(tooLarge({}, 14, 6_000, "csv")).toBeNull();
  expect(tooLarge({}, 14, 6_000, "pdf")).toBe(
    "The statement has 6000 rows in 14 columns, and a file of the format pdf holds at most 80000 figures. Request a shorter range, longer periods or the format csv or xlsx, with a new Idempotency-Key.",
  );
  expect(tooLarge({}, 1_000, 2_000, "xlsx")).toMatch(/ Request .+ or the format csv, with /);
  expect(tooLarge({}, 1_000, 6_000, "xlsx")).toMatch(/ Request a shorter range or longer periods, with /);
  // The days of these two have no periods.
  expect(tooLarge({ ledger: "debit" }, 3, 30_000, "pdf")).toMatch(
    / Request fewer days, one category or the format csv or xlsx, with /,
  );
  expect(tooLarge({ equity: "cat_a" }, 20_000, 7, "pdf")).toMatch(
    / Request a shorter range or the format csv or xlsx, with /,
  );
});

test("an export stays pending while workers are paused", async () => {
  const company = await team();
  const { ask, read } = exportsOf(http, company);
  const { id } = await ask(HALF_YEAR);
  await app.jobs.pause(app.clock.now());
  try {
    await workOn(http);
    expect(await read(id)).toMatchObject({ status: "pending" });
  } finally {
    expect(await app.jobs.resume()).toBe(true);
  }
  await workOn(http);
  expect(await read(id)).toMatchObject({ status: "succeeded" });
});
