/**
 * A spreadsheet program that others wrote, which opens our workbooks, calculates them anew and saves them.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Its name, for who has to install it. */
export const OFFICE = "soffice";
/** Against what hangs. */
const TIMEOUT_MS = 110_000;

/** A workbook as the program saves it. */
export async function recalculated(workbook: Uint8Array): Promise<Uint8Array> {
  const [saved = new Uint8Array()] = await recalculatedAll([workbook]);
  return saved;
}

/** Workbooks as the program saves them, all in one run of it. */
export async function recalculatedAll(workbooks: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-office-"));
  try {
    const target = join(folder, "saved");
    const sources = await Promise.all(
      workbooks.map(async (workbook, at) => {
        const source = join(folder, `workbook${at}.xlsx`);
        await writeFile(source, workbook);
        return source;
      }),
    );
    // A profile of its own, so that two runs do not wait for each other.
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
    await new Promise<void>((resolve, reject) => {
      execFile(
        OFFICE,
        [profile, "--headless", "--convert-to", "xlsx", "--outdir", target, ...sources],
        { timeout: TIMEOUT_MS, maxBuffer: 10_000_000 },
        (error, _stdout, stderr) => (error ? reject(new Error(stderr || error.message)) : resolve()),
      );
    });
    return await Promise.all(
      workbooks.map(
        async (_workbook, at) => new Uint8Array(await readFile(join(target, `workbook${at}.xlsx`))),
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
