/** Runs LibreOffice, an independent spreadsheet program, which recalculates our workbooks and saves them. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The name of the program, also for the message that it is missing. */
export const OFFICE = "soffice";
const TIMEOUT_MS = 110_000;

/** Returns a workbook as LibreOffice saves it after a recalculation. */
export async function recalculated(workbook: Uint8Array): Promise<Uint8Array> {
  const [saved = new Uint8Array()] = await recalculatedAll([workbook]);
  return saved;
}

/** Recalculates several workbooks in one run of the program. */
export async function recalculatedAll(workbooks: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  return saveAsXlsx(workbooks, "xlsx");
}

/** Saves CSV files in UTF-8 as workbooks. Dates and amounts become numbers, read as in the United States. */
export async function workbooksOfCsv(texts: readonly string[]): Promise<readonly Uint8Array[]> {
  return saveAsXlsx(
    texts.map((text) => Buffer.from(text)),
    "csv",
    // Comma, double quote, UTF-8, from line 1, English (United States), numbers in quotes too, dates found.
    "--infilter=CSV:44,34,76,1,,1033,false,true",
  );
}

async function saveAsXlsx(
  files: readonly Uint8Array[],
  extension: string,
  ...options: readonly string[]
): Promise<readonly Uint8Array[]> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-office-"));
  try {
    const target = join(folder, "saved");
    const sources = await Promise.all(
      files.map(async (file, at) => {
        const source = join(folder, `workbook${at}.${extension}`);
        await writeFile(source, file);
        return source;
      }),
    );
    // Each run has its own profile, because two runs with the same profile wait for each other.
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
    await new Promise<void>((resolve, reject) => {
      execFile(
        OFFICE,
        [profile, "--headless", ...options, "--convert-to", "xlsx", "--outdir", target, ...sources],
        { timeout: TIMEOUT_MS, maxBuffer: 10_000_000 },
        (error, _stdout, stderr) => (error ? reject(new Error(stderr || error.message)) : resolve()),
      );
    });
    return await Promise.all(
      files.map(async (_file, at) => new Uint8Array(await readFile(join(target, `workbook${at}.xlsx`)))),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
