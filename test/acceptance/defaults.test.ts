/**
 * The service with default settings and with wrong ones: safe defaults, and messages that name the setting.
 */
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ended, json, launch, LONG, ownDaybook, refused, run } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE } from "./place.ts";

test("a new company has no monthly limit", LONG, async () => {
  const place = await ownPlace();
  const daybook = ownDaybook(place.environment);
  const { company_id } = await json<{ company_id: string }>(daybook, ["seed", "--entries", "10000"]);
  expect(await json(daybook, ["plan", "show", company_id])).toMatchObject({ plan: "enterprise" });
});

test.runIf(ENGINE === "embedded")(
  "a command that stores no books makes no data folder, and names the missing one",
  LONG,
  async () => {
    const place = await ownPlace("embedded");
    const { DAYBOOK_HOME = "" } = place.environment;
    const daybook = ownDaybook(place.environment);
    for (const words of [["company", "list"], ["verify"], ["key", "create", "--company", "comp_a"]])
      expect(await refused(daybook, words)).toMatchObject({
        code: "folder_missing",
        exit_code: 4,
        message: expect.stringContaining(DAYBOOK_HOME),
      });
    const books = join(dirname(DAYBOOK_HOME), "books.csv");
    await writeFile(books, "date,account,amount\n2026-01-05,Checking,10.00\n2026-01-05,Sales,-10.00\n");
    expect(await json(daybook, ["import", "journal", books, "--dry-run"])).toMatchObject({ vouchers: 1 });
    expect(
      await refused(daybook, ["import", "journal", books, "--dry-run", "--company", "comp_a"]),
    ).toMatchObject({ code: "folder_missing" });
    expect(existsSync(DAYBOOK_HOME)).toBe(false);
    const { stderr } = await run(daybook, ["seed", "--entries", "10000"]);
    expect(stderr).toContain(`Making the data folder ${DAYBOOK_HOME}.`);
    expect(existsSync(join(DAYBOOK_HOME, "data"))).toBe(true);
  },
);

test.runIf(ENGINE === "server")(
  "an empty PostgreSQL database gets the sample company only with --sample",
  LONG,
  async () => {
    const place = await ownPlace();
    const plain = await ownService(place, ["start"]);
    expect(plain.ready.company_id).toBeNull();
    await plain.stop();
    const asked = await ownService(place, ["start", "--sample"]);
    expect(asked.ready.company_id).toBe("comp_sample");
  },
);

test.runIf(ENGINE === "embedded" && process.platform === "linux")(
  "a service on an existing folder starts within 600 MB of memory and rests within 350 MB",
  LONG,
  async () => {
    const place = await ownPlace();
    const daybook = ownDaybook(place.environment);
    await json(daybook, ["seed", "--entries", "10000"]);
    // Without `--liftoff-only`, as users run it.
    const program = ["node_modules/node/bin/node", "bin/daybook.js"] as const;
    const child = launch({ ...daybook, program }, ["start", "--port", "0", "--json"]);
    onTestFinished(() => void child.kill());
    if (child.stdout) await once(child.stdout, "data");
    const megabytes = (name: string): number =>
      Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) /
      1000;
    await vi.waitFor(() => expect(megabytes("VmRSS")).toBeLessThan(350), { timeout: 30_000, interval: 500 });
    expect(megabytes("VmHWM")).toBeLessThan(600);
  },
);

test.runIf(ENGINE === "embedded")(
  "a misspelt setting is refused by name before anything is opened (CMD-010)",
  LONG,
  async () => {
    const place = await ownPlace("embedded");
    const daybook = ownDaybook({ ...place.environment, DATABSE_URL: "postgres://127.0.0.1/books" });
    expect(await refused(daybook, ["start", "--port", "0"])).toMatchObject({
      exit_code: 2,
      message: expect.stringContaining("DATABSE_URL is not a setting. If you mean DATABASE_URL"),
    });
    expect(existsSync(place.environment["DAYBOOK_HOME"] ?? "")).toBe(false);
  },
);

test(
  "a telemetry module is loaded before the service, and a missing one is refused by name",
  LONG,
  async () => {
    const place = await ownPlace();
    const path = join(place.folder, "observe.cjs");
    const loaded = join(place.folder, "loaded");
    await writeFile(
      path,
      `require("node:fs").writeFileSync(${JSON.stringify(loaded)}, Object.keys(require.cache).filter((name) => name.includes("fastify")).join());`,
    );
    const running = await ownService(place, undefined, { TELEMETRY_MODULE: path });
    expect(await readFile(loaded, "utf8")).toBe("");
    await running.stop();
    const none = ownDaybook({ ...place.environment, TELEMETRY_MODULE: "@opentelemetry/none" });
    expect(await refused(none, ["start", "--port", "0"])).toMatchObject({
      exit_code: 2,
      message: expect.stringContaining("@opentelemetry/none, which is not installed in "),
    });
  },
);

test("an error is explained at the public address, and so is the line that says where", LONG, async () => {
  const place = await ownPlace();
  const running = await ownService(place, undefined, { PUBLIC_URL: "https://books.example.com" });
  const answer = (await (await fetch(`${running.ready.base_url}/company`)).json()) as object;
  await running.stop();
  expect([running.ready.docs_url, answer]).toMatchObject([
    "https://books.example.com/docs",
    { error: { doc_url: "https://books.example.com/docs/api-reference/errors#invalid_api_key" } },
  ]);
});

test.each([
  ["0.0.0.0", {}, true],
  ["0.0.0.0", { PUBLIC_URL: "http://books.example.com" }, true],
  ["0.0.0.0", { PUBLIC_URL: "https://books.example.com" }, false],
  ["127.0.0.1", {}, false],
])(
  "a start on %s with %j warns that the connection is not encrypted: %s",
  LONG,
  async (host, settings, says) => {
    const place = await ownPlace();
    const child = launch(ownDaybook({ ...place.environment, ...settings }), [
      "start",
      "--no-sample",
      "--port",
      "0",
      "--host",
      host,
    ]);
    const end = ended(child);
    const shown = await new Promise<string>((resolve) => {
      let text = "";
      child.stdout?.on("data", (data: Buffer) => {
        text += data.toString();
        if (text.includes("Ctrl-C stops it.")) resolve(text);
      });
    });
    child.kill("SIGTERM");
    await end;
    expect(shown.includes("is not encrypted")).toBe(says);
  },
);
