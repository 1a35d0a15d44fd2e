/** Commands that import and export spreadsheets as XLSX workbooks. */
import { basename, extname } from "node:path";
import { LIMITS } from "@daybook/words/limits";
import {
  outputFile,
  readContent,
  STANDARD_INPUT,
  UNNAMED_BOOKS,
  writePieces,
} from "../../../platform/machine/files.ts";
import { databaseCommand } from "../command.ts";
import { id, needed, optional, outputOption, sourceFile, text, toggle, UsageProblem } from "../fields.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";

/** The name of a spreadsheet that was imported without a file name. */
const UNNAMED = "Imported spreadsheet";
/** Characters that a file name must not contain. */
const UNSAFE_CHARACTERS = /[/\\:*?"<>|\p{Cc}]/gu;
/** In characters. Systems limit names in bytes; 60 characters of any alphabet are below these limits. */
const LONGEST_FILE_NAME = 60;
const OUT_OPTION = outputOption("The file to write, or the folder for a file named after the spreadsheet");

const importXlsx = databaseCommand({
  name: "import xlsx",
  summary: "Import a workbook as a spreadsheet of a company",
  description:
    "Values, formulas, names, number formats, colors and charts are imported; unsupported content is reported. In workbooks from before spilling arrays, formulas get an @ where they mean one value of several. Workbooks with a password or macros are refused.",
  examples: [
    ["import xlsx forecast.xlsx", "into the only company, named after the file"],
    ["import xlsx plan.xlsx --company comp_sample --name 'Plan 2027' --json", "{sheet_id, url, notes, ...}"],
  ],
  fields: {
    file: needed("argument", sourceFile(), "The workbook, or - for the standard input."),
    name: optional("option", text("text"), "The spreadsheet's name; default: the name of the file."),
    ...COMPANY_OPTION,
  },
  async run(app, args, report, signal) {
    const company_id = await chooseCompany(app, args.company);
    const bytes = await readContent(args.file, LIMITS.workbook_bytes.value, signal);
    report({ done: bytes.length, total: bytes.length, unit: "bytes" });
    const { spreadsheet, notes } = await app.workbooks.read(bytes, signal);
    const fileBase = basename(args.file, extname(args.file));
    const name =
      args.name ?? ([STANDARD_INPUT, UNNAMED_BOOKS].includes(fileBase) ? UNNAMED : fileBase.trim());
    const sheet = await app.sheets.create(company_id, name, spreadsheet, app.clock.now());
    const cells = spreadsheet.worksheets.reduce((sum, worksheet) => sum + worksheet.cells.length, 0);
    return {
      company_id,
      sheet_id: sheet.id,
      name: sheet.name,
      url: app.sheets.address(company_id, sheet.id),
      worksheets: spreadsheet.worksheets.length,
      cells,
      notes,
    };
  },
  show: ({ sheet_id, name, url, worksheets, cells, notes }) =>
    [
      `Imported ${name} as ${sheet_id}: ${plural(cells, "cell")} on ${plural(worksheets, "worksheet")}.`,
      url,
      ...notes.map((note) => `- ${note}.`),
    ].join("\n"),
});

const exportXlsx = databaseCommand({
  name: "export xlsx",
  summary: "Write a spreadsheet to a workbook that Excel and LibreOffice open",
  description:
    "Formulas are written with their current values. No other program knows the functions that read the books (BOOKS.TOTAL and so on), so their cells contain only the current values. With --formulas they stay formulas, for import into another Daybook; other programs show #NAME? once they calculate.",
  examples: [
    ["export xlsx sht_9", "a file in this folder, named after the spreadsheet"],
    ["export xlsx sht_9 --company comp_sample --out plan.xlsx", "a file of that name"],
    ["export xlsx sht_9 --formulas", "to import it again"],
  ],
  fields: {
    sheet: needed("argument", id("sheet"), "The spreadsheet's id."),
    out: OUT_OPTION,
    formulas: toggle("Keep the functions that read the books as formulas."),
    ...COMPANY_OPTION,
  },
  async run(app, args, _report, signal) {
    const company_id = await chooseCompany(app, args.company);
    const { name, spreadsheet, results, calculation } = await app.sheets.calculated(
      company_id,
      args.sheet,
      app.clock.now(),
    );
    if (results === null && !args.formulas) {
      const why = calculation.isAvailable ? "" : ` ${calculation.message}`;
      throw new UsageProblem(
        `The spreadsheet can't be calculated, so there are no values to write.${why} With --formulas it is written without them.`,
      );
    }
    const bytes = await app.workbooks.write(
      spreadsheet,
      results ?? spreadsheet.worksheets.map(() => []),
      args.formulas,
      signal,
    );
    const file = await outputFile(args.out, `${fileName(name)}.xlsx`);
    await writePieces(file, [bytes], signal);
    return {
      company_id,
      sheet_id: args.sheet,
      file,
      bytes: bytes.length,
      problems: calculation.isAvailable ? calculation.problems.length : null,
    };
  },
  show: ({ sheet_id, file, problems }) =>
    `The spreadsheet ${sheet_id} is in ${file}.${problems === null ? " It could not be calculated, so its formulas have no values." : problems > 0 ? ` ${plural(problems, "cell")} of it ${problems === 1 ? "is an error" : "are errors"}.` : ""}`,
});

function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Makes a file name from the name of a spreadsheet. */
function fileName(name: string): string {
  const safeName = Array.from(name.replaceAll(UNSAFE_CHARACTERS, " ").trim().replace(/^\.+/u, ""))
    .slice(0, LONGEST_FILE_NAME)
    .join("")
    .trim();
  return safeName === "" ? "spreadsheet" : safeName;
}

export const WORKBOOK_COMMANDS = [importXlsx, exportXlsx];
