/**
 * Exports of a service that is killed at any step: in the end each export has one file, and none is left
 * over.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { Api } from "./api.ts";
import { json } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE } from "./place.ts";
import { importCompany } from "./service.ts";
import { exportFiles } from "./under-fire.ts";

const BODY = {
  report_type: "balance_sheet",
  start_date: "2025-01-01",
  end_date: "2025-12-31",
  format: "xlsx",
} as const;
const STEPS = [
  "export.accepted",
  "export.begun",
  "export.read",
  "export.rendered",
  "export.stored",
  "export.attached",
] as const;
const DRILLS = { DAYBOOK_DRILLS: "1" };

test.runIf(ENGINE === "embedded")(
  "after a kill at any step each export ends with one file, and its idempotency key finds it (EXP-071, EXP-122)",
  { timeout: 240_000 },
  async () => {
    // On the embedded database a new process can take over the jobs of a killed one at once; on a server a
    // minute has to pass.
    const where = await ownPlace("embedded");
    const objects = join(where.folder, "files");
    const settings = { ...DRILLS, OBJECTS_FOLDER: objects };
    let running = await ownService(where, undefined, settings);
    const { api: first } = await importCompany(running, companyBundle());
    let api = first;
    const ids: string[] = [];
    for (const step of STEPS) {
      await json(running.daybook, ["fault", "set", step, "--action", "crash"]);
      const options = { idempotencyKey: step };
      // The answer may be lost with the process.
      await api.client.createReportExport(BODY, options).catch(() => null);
      await running.end;
      running = await ownService(where, undefined, settings);
      api = new Api(running.base, first.key);
      const again = await api.client.raw.createReportExport(BODY, options);
      expect(again.status).toBe(201);
      // The same key finds the export, and its file has the stated size.
      const report = await api.client.exportReport(BODY, { ...options, longestPollMs: 100 });
      const { id, status, error, file } = report.export;
      ids.push(id);
      expect([step, id, status, error]).toEqual([step, again.body?.id, "succeeded", null]);
      expect((await report.bytes()).byteLength).toBe(file?.size);
    }
    expect(new Set(ids).size).toBe(STEPS.length);
    expect(await json(running.daybook, ["verify"])).toMatchObject({ ok: true });
    const kept = await exportFiles(objects);
    // The files of killed attempts are deleted when the service's clock shows that each attempt must be over.
    await running.moveClock(86_400);
    await expect.poll(() => exportFiles(objects), { timeout: 30_000 }).toBe(STEPS.length);
    expect(kept).toBeGreaterThanOrEqual(STEPS.length);
  },
);

test("fault drills are refused unless the settings allow them", async () => {
  const where = await ownPlace();
  const running = await ownService(where);
  await expect(json(running.daybook, ["fault", "set", "export.stored"])).rejects.toThrow(/DAYBOOK_DRILLS=1/);
});
