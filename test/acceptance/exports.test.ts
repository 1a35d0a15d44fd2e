/**
 * Exports of a service that is killed at any step: in the end each export has one file, and none is left
 * over.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { Api } from "./api.ts";
import { json } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { importCompany } from "./service.ts";

interface Exported {
  readonly id: string;
  readonly status: string;
  readonly error: { readonly code: string } | null;
  readonly file: { readonly size: number; readonly download_url: string } | null;
}

const EXPORTS = "/reports/exports";
const BODY = {
  report_type: "balance_sheet",
  start_date: "2025-01-01",
  end_date: "2025-12-31",
  format: "xlsx",
};
const STEPS = [
  "export.accepted",
  "export.begun",
  "export.read",
  "export.rendered",
  "export.stored",
  "export.attached",
] as const;
const DRILLS = { DAYBOOK_DRILLS: "1" };

async function settled(api: Api, id: string): Promise<Exported> {
  for (;;) {
    const found = await api.read<Exported>(`${EXPORTS}/${id}`);
    if (["succeeded", "failed"].includes(found.status)) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test(
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
      const options = { method: "POST", body: BODY, headers: { "idempotency-key": step } };
      // The answer may be lost with the process.
      await api.send(EXPORTS, options).catch(() => null);
      await running.end;
      running = await ownService(where, undefined, settings);
      api = new Api(running.base, first.key);
      const again = await api.send(EXPORTS, options);
      expect(again.status).toBe(201);
      const { id } = again.body as Exported;
      ids.push(id);
      const { status, error, file } = await settled(api, id);
      expect([step, status, error]).toEqual([step, "succeeded", null]);
      const got = await fetch(file?.download_url ?? "");
      expect([got.status, (await got.arrayBuffer()).byteLength]).toEqual([200, file?.size]);
    }
    expect(new Set(ids).size).toBe(STEPS.length);
    expect(await json(running.daybook, ["verify"])).toMatchObject({ ok: true });
    const kept = (await readdir(join(objects, "files"), { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile(),
    );
    // The files of killed attempts are deleted when the service's clock shows that each attempt must be over.
    await running.moveClock(86_400);
    const files = async () =>
      (await readdir(join(objects, "files"), { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      ).length;
    await expect.poll(files, { timeout: 30_000 }).toBe(STEPS.length);
    expect(kept.length).toBeGreaterThanOrEqual(STEPS.length);
  },
);

test("fault drills are refused unless the settings allow them", async () => {
  const where = await ownPlace();
  const running = await ownService(where);
  await expect(json(running.daybook, ["fault", "set", "export.stored"])).rejects.toThrow(/DAYBOOK_DRILLS=1/);
});
