/** The command that takes a company's books out, in formats of other programs or as a bundle. */
import { EXPORT_FORMATS, type JournalFormat } from "../../../modules/intake/words.ts";
import { outputFile, writeFolder, writePieces } from "../../../platform/machine/files.ts";
import type { ReportProgress } from "../../../core/progress.ts";
import { databaseCommand } from "../command.ts";
import { needed, outputOption, word } from "../fields.ts";
import type { CommandServices, ImportAgain } from "../services.ts";
import { COMPANY_ARGUMENT, companyId } from "./choose.ts";

/** The end of a file's name by format; `ads` is a folder. */
const EXTENSIONS: Readonly<Record<(typeof EXPORT_FORMATS)[number], string>> = {
  ledger: ".ledger",
  beancount: ".beancount",
  csv: ".csv",
  ads: "-ads",
  bundle: ".json",
};

const OUTPUT_OPTION = outputOption(
  "The file to write (a new folder for ads), or the folder for a file named after the company",
);

const exportBooks = databaseCommand({
  name: "export books",
  summary: "Write a company's whole journal for another program",
  description:
    "Formats: ledger (a plain-text journal for hledger and ledger), beancount, csv (a general journal), ads (the files of the AICPA Audit Data Standards, in a folder), bundle (as `daybook company export`). All vouchers are written in the order of their dates, from one state of the books. `daybook import journal` reads ledger and csv. Notes on the standard error say what a format can't hold.",
  examples: [
    ["export books comp_sample --format ledger", "comp_sample.ledger in this folder"],
    ["export books comp_sample --format ads --output audit-2026", "a folder with four files"],
  ],
  fields: {
    company: COMPANY_ARGUMENT,
    format: needed("option", word(...EXPORT_FORMATS), "The format."),
    output: OUTPUT_OPTION,
  },
  async run(app, args, report, signal) {
    const { format } = args;
    const company_id = companyId(args.company);
    await app.company.read(company_id);
    const file = await outputFile(args.output, `${company_id}${EXTENSIONS[format]}`);
    if (format === "bundle") {
      const bytes = await writePieces(file, counted(app.intake.exportBundle(company_id), report), signal);
      return { company_id, format, file, bytes, notes: [] };
    }
    const { bytes, written } = await writeJournal(app, company_id, format, file, report, signal);
    const { again, ...counts } = written;
    return {
      company_id,
      format,
      file,
      bytes,
      ...counts,
      import_words:
        again === null || (format !== "ledger" && format !== "csv") ? null : importWords(file, format, again),
    };
  },
  notes: ({ notes }) => notes,
  show: (result) =>
    [
      `The books of ${result.company_id} are in ${result.file}.`,
      ...("entries" in result
        ? [`They have ${result.entries} journal entries in ${result.vouchers} vouchers.`]
        : []),
      ...("import_words" in result && result.import_words !== null
        ? [`To import them again: daybook ${result.import_words.map(shellWord).join(" ")}`]
        : []),
    ].join("\n"),
});

/** Writes the files of a journal. */
async function writeJournal(
  app: CommandServices,
  company: ReturnType<typeof companyId>,
  format: JournalFormat,
  file: string,
  report: ReportProgress,
  signal: AbortSignal,
) {
  const journal = app.intake.exportJournal(company, format);
  const bytes =
    format === "ads"
      ? await writeFolder(file, journal.pieces, signal)
      : await writePieces(file, counted(textsOf(journal.pieces), report), signal);
  return { bytes, written: journal.written() };
}

async function* textsOf(
  pieces: AsyncIterable<{ readonly text: string }>,
): AsyncGenerator<string, void, undefined> {
  for await (const { text } of pieces) yield text;
}

/** Passes the pieces on and reports the number of bytes written so far. */
async function* counted(
  pieces: AsyncIterable<string>,
  report: ReportProgress,
): AsyncGenerator<string, void, undefined> {
  let done = 0;
  for await (const piece of pieces) {
    yield piece;
    done += Buffer.byteLength(piece);
    report({ done, total: null, unit: "bytes" });
  }
}

/** The words of the command that imports a written journal. */
function importWords(
  file: string,
  format: "ledger" | "csv",
  { cash, cash_flow, fiscal_year_start_month }: ImportAgain,
): string[] {
  return [
    "import",
    "journal",
    file,
    "--format",
    format,
    ...(format === "csv" ? ["--column", "merchant=merchant", "--column", "department=department"] : []),
    ...cash.flatMap((account) => ["--cash", account]),
    ...cash_flow.flatMap(([account, role]) => ["--cash-flow", `${account}=${role}`]),
    ...(fiscal_year_start_month === 1 ? [] : ["--fiscal-year-start", String(fiscal_year_start_month)]),
  ];
}

/** A word as a shell reads it. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

export const EXPORT_COMMANDS = [exportBooks];
