/** Commands with which operators record the progress of tax filings. Each record adds an audit line. */
import { basename } from "node:path";
import { FIRST_YEAR, LAST_YEAR } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { TaxesService } from "../../../modules/filings/taxes/index.ts";
import { TAX_EVENTS, TAX_TYPES } from "../../../modules/filings/taxes/words.ts";
import { openSource, STANDARD_INPUT, UNNAMED_BOOKS } from "../../../platform/machine/files.ts";
import { databaseCommand } from "../command.ts";
import { needed, optional, several, sourceFile, text, UsageProblem, wholeNumber, word } from "../fields.ts";
import { instant, table } from "../table.ts";
import { COMPANY_ARGUMENT as company, companyId } from "./choose.ts";
import { readTime, TIME } from "./times.ts";

const type = needed("argument", word(...TAX_TYPES), "Which tax.");
const year = needed("argument", wholeNumber("year", FIRST_YEAR, LAST_YEAR), "The tax year.");

/** A tax record. */
type Row = Awaited<ReturnType<TaxesService["open"]>>;

function line(row: Row): string[] {
  const where = [...row.jurisdictions, ...row.unmapped_jurisdictions.map((name) => `(${name})`)].join(" ");
  const filed =
    row.filing_status === "filed"
      ? `${row.filed_at === null ? "unknown when" : instant(row.filed_at)}${row.filed_elsewhere ? ", elsewhere" : ""}`
      : "";
  return [row.id, row.type, String(row.year), where, row.filing_status, filed, row.document?.filename ?? ""];
}

const HEAD = ["RECORD", "TYPE", "YEAR", "JURISDICTIONS", "STATUS", "FILED", "DOCUMENT"];
const showRecord = (row: Row): string => table(HEAD, [line(row)], "");

const taxList = databaseCommand({
  name: "tax list",
  summary: "List a company's tax records",
  examples: [["tax list comp_sample", "including those reserved for staff"]],
  fields: { company },
  run: async (app, args) => ({ taxes: await app.taxes.records(companyId(args.company)) }),
  show: ({ taxes }) =>
    table(HEAD, taxes.map(line), "There is no tax record yet. Create one with `daybook tax open`."),
});

const taxOpen = databaseCommand({
  name: "tax open",
  summary: "Open the tax record of a year, in onboarding",
  examples: [
    ["tax open comp_sample income 2025 --state CA --state Delaware", "federal and two states"],
    ["tax open comp_sample franchise 2025", "Delaware's franchise tax"],
  ],
  fields: {
    company,
    type,
    year,
    state: several(
      "option",
      text("state"),
      "A state of an income return, by code or name; may be repeated. A name without a code is kept as it is.",
    ),
  },
  async run(app, args, _report, _signal, by) {
    if (args.type === "franchise" && args.state.length > 0)
      throw new UsageProblem("--state is for income returns only; franchise tax is Delaware's.");
    if (args.state.length > LIMITS.tax_states.value)
      throw new UsageProblem(`A return has at most ${LIMITS.tax_states.value} states.`);
    return app.taxes.open(companyId(args.company), args, args.state, { now: app.clock.now(), by });
  },
  show: showRecord,
});

const taxAdvance = databaseCommand({
  name: "tax advance",
  summary: "Record what happened to a filing",
  description:
    "onboarded: the onboarding is complete. drafted: the draft is complete. signed: it was reviewed and signed, or Delaware's payment information is complete. filed: the service filed it. filed_elsewhere: it was filed elsewhere, at any time. restarted: the onboarding begins again. An event that the filing's status does not allow is refused.",
  examples: [
    ["tax advance comp_sample income 2025 onboarded", "it is being prepared"],
    ["tax advance comp_sample income 2025 filed --filed-at 2026-04-10", "and filed"],
    ["tax advance comp_sample franchise 2025 filed_elsewhere --filed-at none", "nobody knows when"],
  ],
  fields: {
    company,
    type,
    year,
    event: needed("argument", word(...TAX_EVENTS), "What happened."),
    filed_at: optional("option", TIME, "When it was filed; default: now."),
  },
  async run(app, args, _report, _signal, by) {
    if (args.filed_at !== null && !args.event.startsWith("filed"))
      throw new UsageProblem("--filed-at is only for filed and filed_elsewhere.");
    const now = app.clock.now();
    return app.taxes.advance(companyId(args.company), args, args.event, {
      filedAt: args.filed_at === null ? now : readTime(args.filed_at, "--filed-at"),
      now,
      by,
    });
  },
  show: showRecord,
});

const taxExtension = databaseCommand({
  name: "tax extension",
  summary: "Record when an extension of an income return was filed",
  examples: [["tax extension comp_sample 2025 2026-04-15", "none removes it"]],
  fields: { company, year, filed_at: needed("argument", TIME, "When.") },
  run: async (app, args, _report, _signal, by) =>
    app.taxes.extend(companyId(args.company), args.year, readTime(args.filed_at, "<filed-at>"), {
      now: app.clock.now(),
      by,
    }),
  show: showRecord,
});

const taxDocument = databaseCommand({
  name: "tax document",
  summary: "Store a PDF as the document of a tax record, replacing the present one",
  description:
    "The file is checked like an uploaded one: it must be a PDF, readable to its end without a password. A Delaware record accepts a confirmation once it is filed.",
  examples: [
    [
      "tax document comp_sample income 2025 draft.pdf",
      "a draft; becomes the filed return when the return is filed",
    ],
  ],
  fields: {
    company,
    type,
    year,
    file: needed("argument", sourceFile(), "The PDF, or - for the standard input."),
    filename: optional("option", text("name"), "The file's name; default: the file's name."),
  },
  async run(app, args, _report, signal, by) {
    // The standard input has no file name. The service that stores the file makes a name in place of "".
    // `UNNAMED_BOOKS` is the name of the temporary file to which `perform` copies the standard input for
    // another process.
    const fileBase = basename(args.file);
    const filename = args.filename ?? ([STANDARD_INPUT, UNNAMED_BOOKS].includes(fileBase) ? "" : fileBase);
    const { content } = await openSource(args.file, signal);
    return app.taxes.attachDocument(
      companyId(args.company),
      args,
      { filename, content },
      { now: app.clock.now(), by },
    );
  },
  show: showRecord,
});

const taxDelaware = databaseCommand({
  name: "tax delaware",
  summary: "Record Delaware's own status of a year's franchise tax",
  description:
    "This changes no record; a later upload of the year's income return creates the Delaware record as filed.",
  examples: [["tax delaware comp_sample 2025 filed", "or not_filed"]],
  fields: { company, year, status: needed("argument", word("filed", "not_filed"), "What it shows.") },
  async run(app, args, _report, _signal, by) {
    const company_id = companyId(args.company);
    await app.taxes.recordCheck(company_id, args.year, args.status === "filed", {
      now: app.clock.now(),
      by,
    });
    return { company_id, year: args.year, filed: args.status === "filed" };
  },
  show: (result) => `Delaware shows ${result.year} as ${result.filed ? "filed" : "not filed"}.`,
});

/** Makes the command that blocks (`isHeld`) or allows reads of a company's tax records. */
function holdCommand(name: string, summary: string, isHeld: boolean, exampleMeaning: string) {
  return databaseCommand({
    name,
    summary,
    examples: [[`${name} comp_sample`, exampleMeaning]],
    fields: { company },
    async run(app, args, _report, _signal, by) {
      const company_id = companyId(args.company);
      await app.taxes.setHold(company_id, isHeld, { now: app.clock.now(), by });
      return { company_id, ready: !isHeld };
    },
    show: ({ company_id, ready }) => `The tax records of ${company_id} are ${ready ? "ready" : "not ready"}.`,
  });
}

const taxAudit = databaseCommand({
  name: "tax audit",
  summary: "Show the last audit lines of a company's taxes: who recorded what",
  examples: [["tax audit comp_sample", "latest first"]],
  fields: { company },
  run: async (app, args) => ({ lines: await app.taxes.audit(companyId(args.company)) }),
  show: ({ lines }) =>
    table(
      ["AT", "BY", "COMMAND", "ABOUT", "FROM", "TO"],
      lines.map((each) => [
        instant(each.at),
        each.by ?? "-",
        each.command,
        each.subject,
        each.from_state,
        each.to_state,
      ]),
      "Nothing was recorded yet.",
    ),
});

export const TAX_COMMANDS = [
  taxList,
  taxOpen,
  taxAdvance,
  taxExtension,
  taxDocument,
  taxDelaware,
  holdCommand(
    "tax hold",
    "Block reads of a company's tax records while they are being prepared",
    true,
    "reads of taxes and tax uploads answer 503 taxes_not_ready",
  ),
  holdCommand("tax release", "Allow reads of a company's tax records again", false, "reads answer again"),
  taxAudit,
];
