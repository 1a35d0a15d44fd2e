/** A spreadsheet program that others wrote, which opens our workbooks, calculates them anew and saves them. */
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
  const folder = await mkdtemp(join(tmpdir(), "daybook-office-"));
  try {
    const [source, target] = [join(folder, "statement.xlsx"), join(folder, "saved")];
    await writeFile(source, workbook);
    // A profile of its own, so that two runs do not wait for each other.
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
    await new Promise<void>((resolve, reject) => {
      execFile(OFFICE, [profile, "--headless", "--convert-to", "xlsx", "--outdir", target, source], { timeout: TIMEOUT_MS }, (error, _stdout, stderr) => (error ? reject(new Error(stderr || error.message)) : resolve()));
    });
    return new Uint8Array(await readFile(join(target, "statement.xlsx")));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
