/**
 * Backups as operators make and test them: books and stored files are restored elsewhere byte for byte; a
 * restore drill proves that a backup can be restored, without changing anything; a folder of backups keeps
 * only the newest.
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { Api } from "./api.ts";
import { json, LONG, ownDaybook, refused, run } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { importCompany, type StartedService } from "./service.ts";

const BODY = {
  report_type: "balance_sheet",
  start_date: "2025-01-01",
  end_date: "2025-06-30",
  format: "pdf",
} as const;

/** Requests an export and returns its id when its file is stored. */
async function exported({ client }: Api): Promise<string> {
  const report = await client.exportReport(BODY, { idempotencyKey: "backed up", longestPollMs: 100 });
  await report.stream.cancel();
  return report.export.id;
}

async function bytesOf({ client }: Api, id: string): Promise<Buffer> {
  const { file } = await client.getReportExport(id);
  const download = await client.download(file?.download_url ?? "");
  return Buffer.from(await download.bytes());
}

/** Reads the main resources of a company, without links, which are new at each read. */
async function everything(api: Api): Promise<unknown> {
  return {
    company: await api.read("/company"),
    balance: await api.read("/reports/balance_sheet?date=2025-06-30"),
    entries: await api.client.listJournalEntries({ limit: 100 }).all(),
    accounts: await api.client.listAccounts({ limit: 100 }).all(),
  };
}

async function withExport(): Promise<{
  running: StartedService;
  api: Api;
  export_id: string;
  accountText: string;
}> {
  const running = await ownService(await ownPlace());
  const { api } = await importCompany(running, companyBundle());
  const account = {
    method: "POST",
    headers: { "idempotency-key": "till" },
    body: { name: "Till", type: "other" },
  };
  const { text: accountText } = await api.send("/accounts", account);
  return { running, api, export_id: await exported(api), accountText };
}

test(
  "books, stored files and idempotency keys are restored elsewhere, byte for byte (CMD-012)",
  LONG,
  async () => {
    const { running, api, export_id, accountText } = await withExport();
    const [before, bytes] = [await everything(api), await bytesOf(api, export_id)];
    const file = join(running.folder, "whole.backup");
    expect(await json(running.daybook, ["backup", file])).toMatchObject({
      file,
      files: 1,
      missing: [],
      deleted: [],
    });

    expect(await json(running.daybook, ["restore-drill", file])).toMatchObject({ ok: true, files: 1 });
    expect(await everything(api)).toEqual(before);

    const elsewhere = await ownPlace();
    expect(await json(ownDaybook(elsewhere.environment), ["restore", file])).toMatchObject({
      ok: true,
      files: 1,
      companies: [{ ok: true }],
    });
    await running.stop();
    const again = await ownService(elsewhere);
    const restored = new Api(again.base, api.key);
    expect(await everything(restored)).toEqual(before);
    expect((await bytesOf(restored, export_id)).equals(bytes)).toBe(true);
    expect(await json(again.daybook, ["verify"])).toMatchObject({ ok: true });
    const repeated = await restored.send("/accounts", {
      method: "POST",
      headers: { "idempotency-key": "till" },
      body: { name: "Till", type: "other" },
    });
    expect([repeated.text, repeated.headers.get("idempotent-replayed")]).toEqual([accountText, "true"]);
  },
);

test("a backup names missing files, and a drill names the records without their file", LONG, async () => {
  const { running } = await withExport();
  const names = await readdir(running.folder, { recursive: true });
  const folder = names.find((name) => name.endsWith("/exports")) ?? "";
  await rm(join(running.folder, folder), { recursive: true });
  const file = join(running.folder, "lacking.backup");
  const { code, stdout } = await run(running.daybook, ["backup", file, "--json"]);
  expect([code, JSON.parse(stdout)]).toMatchObject([
    5,
    { files: 0, missing: [expect.stringContaining("/exports/")] },
  ]);
  const keepFolder = join(running.folder, "kept");
  await mkdir(keepFolder, { mode: 0o700 });
  await writeFile(join(keepFolder, "daybook-20200101T000000Z.backup"), "older, which may hold the file");
  expect((await run(running.daybook, ["backup", keepFolder, "--keep", "1"])).code).toBe(5);
  expect(await readdir(keepFolder)).toHaveLength(2);
  const drill = await run(running.daybook, ["restore-drill", file]);
  expect([drill.code, drill.stdout]).toEqual([
    5,
    expect.stringMatching(/DIFFERS +stored_files_are_there +the file .+ of the export .+ is not there/),
  ]);
});

test("a backup without stored files contains only the books", LONG, async () => {
  const { running } = await withExport();
  const file = join(running.folder, "books.backup");
  expect(await json(running.daybook, ["backup", file, "--no-files"])).toMatchObject({
    files: 0,
    missing: [],
  });
});

test("a damaged stored file in a backup is refused before anything is written", LONG, async () => {
  const { running } = await withExport();
  const file = join(running.folder, "damaged.backup");
  await json(running.daybook, ["backup", file]);
  const bytes = await readFile(file);
  // In a backup, the files come after all tables.
  const at = bytes.length - 200;
  bytes[at] = (bytes[at] ?? 0) ^ 0x55;
  await writeFile(file, bytes);
  const elsewhere = await ownPlace();
  expect((await refused(ownDaybook(elsewhere.environment), ["restore", file])).message).toContain(
    "is damaged",
  );
  expect((await refused(running.daybook, ["restore-drill", file])).message).toContain("is damaged");
});

test("a folder keeps the requested number of backups, and every other file", LONG, async () => {
  const running = await ownService(await ownPlace());
  await importCompany(running, companyBundle({ journal: [] }));
  const folder = join(running.folder, "kept");
  const names = async () => (await readdir(folder)).toSorted();
  const backups: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    await running.moveClock(round * 3_600);
    // The service reads a changed clock file at most once per second.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const { file } = await json<{ file: string }>(running.daybook, ["backup", folder, "--keep", "2"]);
    backups.push(file);
    if (round === 0) await writeFile(join(folder, "mine.backup"), "precious");
  }
  expect(await names()).toEqual([
    ...backups.slice(1).map((file) => file.slice(folder.length + 1)),
    "mine.backup",
  ]);
  expect(await json(running.daybook, ["restore-drill", backups[2] ?? ""])).toMatchObject({ ok: true });
});
