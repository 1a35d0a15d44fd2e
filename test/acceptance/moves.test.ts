/**
 * A company moves to another installation by one command, which is killed on the way: it goes on where it
 * was, and the company is never open in both.
 */
import { watch } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { Api } from "./api.ts";
import { ended, json, launch, LONG, ownDaybook, refused } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { keyOf } from "./service.ts";

/** Resolves when a file with such a name is made or changed below a folder. */
function appears(folder: string, name: RegExp): Promise<void> {
  return new Promise((resolve) => {
    const watching = watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || !name.test(file)) return;
      watching.close();
      resolve();
    });
  });
}

test(
  "a move that is killed goes on when it is run again, and the key works at the new home only (CMD-013)",
  LONG,
  async () => {
    const where = await ownPlace();
    const [temporary, there] = [join(where.folder, "temporary"), join(where.folder, "there")];
    for (const folder of [temporary, there]) await mkdir(folder);
    const daybook = ownDaybook({ ...where.environment, TMPDIR: temporary });
    const bundle = companyBundle();
    const { id } = bundle.company;
    await json(daybook, ["import", "bundle", "-"], JSON.stringify(bundle));
    const key = await keyOf(daybook, id, bundle.members[0]?.id ?? "");
    const move = ["company", "move", id, "--to", there];

    for (const [folder, name] of [
      [temporary, /[.]archive/],
      [there, /holder[.]json/],
    ] as const) {
      const reached = appears(folder, name);
      const killed = launch(daybook, move);
      const end = ended(killed);
      await Promise.race([reached, end]);
      killed.kill("SIGKILL");
      expect(await end).toMatchObject({ code: null });
      expect(await json(daybook, ["company", "show", id])).toMatchObject({
        company: { lifecycle: "closing" },
      });
    }

    expect(await json(daybook, move)).toMatchObject({ company_id: id, lifecycle: "open", place: there });
    expect(await json(daybook, ["company", "show", id])).toMatchObject({ company: { lifecycle: "closed" } });
    expect(await json(daybook, move)).toMatchObject({ lifecycle: "open" });

    const home = await ownService({
      ...where,
      environment: { DAYBOOK_HOME: there, DAYBOOK_CLOCK_FILE: where.clockFile, DAYBOOK_CLOCK_FORCE: "yes" },
    });
    const { client } = new Api(home.base, key);
    expect((await client.getCompany()).id).toBe(id);
    expect((await client.listJournalEntries({ limit: 100 }).all()).length).toBeGreaterThan(10);
    const { name } = bundle.company;
    const certificate = join(where.folder, "certificate");
    expect(
      await json(daybook, ["company", "erase", id, "--name", name, "--certificate", certificate]),
    ).toMatchObject({ certificate: { company: { id, state: "moved" }, moved: { place: there } } });
    expect(await refused(daybook, ["company", "show", id])).toMatchObject({ exit_code: 4 });
  },
);
