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

/** Returns a workbook as LibreOffice saves it from a window. A conversion has none, and so loses frozen panes. */
export function savedFromWindow(workbook: Uint8Array): Promise<Uint8Array> {
  return inFolder(async (folder) => {
    const [source, target] = [join(folder, "workbook.xlsx"), join(folder, "saved.xlsx")];
    await writeFile(source, workbook);
    // The first start makes a profile, with an empty module for the user's macros.
    await runOffice(folder, "--terminate_after_init");
    await writeFile(join(folder, "profile/user/basic/Standard/Module1.xba"), SAVE_FROM_WINDOW);
    const addresses = [source, target].map((path) => `"${pathToFileURL(path).href}"`);
    await runOffice(folder, `macro:///Standard.Module1.Save(${addresses.join(",")})`);
    return new Uint8Array(await readFile(target));
  });
}

/** A macro in the program's own language. */
const SAVE_FROM_WINDOW = `<?xml version="1.0" encoding="UTF-8"?>
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
Sub Save(source As String, target As String)
  Dim none()
  Dim options(0) As New com.sun.star.beans.PropertyValue
  options(0).Name = &quot;FilterName&quot;
  options(0).Value = &quot;Calc MS Excel 2007 XML&quot;
  opened = StarDesktop.loadComponentFromURL(source, &quot;_blank&quot;, 0, none())
  opened.storeToURL(target, options())
  opened.close(True)
End Sub
</script:module>`;

function saveAsXlsx(
  files: readonly Uint8Array[],
  extension: string,
  ...options: readonly string[]
): Promise<readonly Uint8Array[]> {
  return inFolder(async (folder) => {
    const target = join(folder, "saved");
    const sources = await Promise.all(
      files.map(async (file, at) => {
        const source = join(folder, `workbook${at}.${extension}`);
        await writeFile(source, file);
        return source;
      }),
    );
    await runOffice(folder, ...options, "--convert-to", "xlsx", "--outdir", target, ...sources);
    return Promise.all(
      files.map(async (_file, at) => new Uint8Array(await readFile(join(target, `workbook${at}.xlsx`)))),
    );
  });
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-office-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Each run has its own profile, because two runs with the same profile wait for each other. A run that fails
 * is made once more, because the program now and then does not start on a busy machine.
 */
async function runOffice(folder: string, ...options: readonly string[]): Promise<void> {
  try {
    await runOnce(folder, options);
  } catch (error) {
    process.stderr.write(`${OFFICE} failed and runs once more: ${String(error)}\n`);
    await runOnce(folder, options);
  }
}

function runOnce(folder: string, options: readonly string[]): Promise<void> {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
  return new Promise((resolve, reject) => {
    execFile(
      OFFICE,
      [profile, "--headless", ...options],
      { timeout: TIMEOUT_MS, maxBuffer: 10_000_000 },
      (error, _stdout, stderr) => (error ? reject(new Error(stderr || error.message)) : resolve()),
    );
  });
}
