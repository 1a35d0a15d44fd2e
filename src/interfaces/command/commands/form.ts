/**
 * Commands on vendor 1099 filings: what happened to a record, its documents, and what keeps a report from
 * being told.
 */
import { FIRST_YEAR, LAST_YEAR } from "../../../core/civil-date.ts";
import { basename } from "node:path";
import { LIMITS } from "../../../core/limits.ts";
import {
  contentTypeOf,
  DOCUMENT_TYPES,
  type FormEvent,
  type FormRow,
} from "../../../modules/filings/forms-1099/index.ts";
import { readContent, STANDARD_INPUT, UNNAMED_BOOKS } from "../../../platform/machine/files.ts";
import { databaseCommand, type DatabaseCommand } from "../command.ts";
import { id, needed, optional, pattern, sourceFile, text, wholeNumber, word } from "../fields.ts";
import { instant, table } from "../table.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";

const form = needed("argument", id("form1099"), "The record.");
const year = needed("argument", wholeNumber("year", FIRST_YEAR, LAST_YEAR), "The reporting year.");

/** A record as commands tell it. */
function told({ documents, ...row }: FormRow) {
  return {
    id: row.id,
    year: row.year,
    vendor_name: row.vendor_name,
    filing_status: row.filing_status,
    filed_at: row.filed_at,
    filed_elsewhere: row.filed_elsewhere,
    documents,
    created: row.created,
    updated: row.updated,
  };
}

const open = databaseCommand({
  name: "1099 open",
  summary: "Begin the report of a year, unless there is one",
  examples: [["1099 open 2026", "a report without records; its year is told as not_required"]],
  fields: { year, ...COMPANY_OPTION },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    return { company_id, summary: await app.forms.open(company_id, args.year) };
  },
  show: ({ company_id, summary }) =>
    `The report of ${summary.year} of ${company_id}: ${summary.filing_status}.`,
});

const add = databaseCommand({
  name: "1099 add",
  summary: "Add a vendor to the report of a year",
  description:
    "The record begins in the stage review_required: whether a filing is required is to be confirmed. The report is begun where there is none.",
  examples: [["1099 add 2026 'Blue Fern LLC'", "prints the id of the record"]],
  fields: {
    year,
    vendor: needed(
      "argument",
      text("name", LIMITS.text_field_characters.value),
      "What the vendor is called; several records may share a name.",
    ),
    ...COMPANY_OPTION,
  },
  async run(app, args, _report, _signal, by) {
    const company_id = await chooseCompany(app, args.company);
    return { company_id, form: told(await app.forms.add(company_id, args.year, args.vendor, by)) };
  },
  show: ({ form: made }) => `Added ${made.id ?? ""}, ${made.vendor_name}: ${made.filing_status}.`,
});

const show = databaseCommand({
  name: "1099 show",
  summary: "Show a record, its documents, and what commands did to it",
  examples: [["1099 show f1099_1", "also of a report that is not ready"]],
  fields: { form, ...COMPANY_OPTION },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const { form: found, audit } = await app.forms.show(company_id, args.form);
    return { company_id, form: told(found), audit };
  },
  show({ form: found, audit }) {
    const head = `${found.id ?? ""}, ${found.vendor_name}, ${found.year ?? "no year"}: ${found.filing_status}${found.filed_elsewhere ? ", filed elsewhere" : ""}.`;
    const documents = table(
      ["DOCUMENT", "TYPE", "FILE", "KIND"],
      found.documents.map((each) => [each.id, each.type, each.filename, each.content_type ?? "-"]),
      "No documents.",
    );
    const lines = table(
      ["AT", "BY", "COMMAND", "FROM", "TO", "NOTE"],
      audit.map((each) => [
        instant(each.at),
        each.by ?? "-",
        each.command,
        each.from_status ?? "-",
        each.to_status,
        each.note ?? "",
      ]),
      "No command has changed it.",
    );
    return [head, documents, lines].join("\n\n");
  },
});

const check = databaseCommand({
  name: "1099 check",
  summary: "List what keeps reports from being told",
  description:
    "While a report is not ready, requests for it are answered with forms_not_ready. An import with the same report or number puts it right.",
  examples: [["1099 check --company comp_sample", "at most 100 problems"]],
  fields: COMPANY_OPTION,
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    return { company_id, problems: await app.forms.listProblems(company_id) };
  },
  show: ({ problems }) =>
    table(
      ["REPORT", "NUMBER", "ID", "PROBLEM"],
      problems.map((each) => [each.report, `${each.number ?? "-"}`, each.id ?? "-", each.problem]),
      "Every report is ready.",
    ),
  exit: ({ problems }) => (problems.length > 0 ? "usage" : "ok"),
});

/** What is recorded by a command without more than the record: its event, and what it says. */
const RECORDED: readonly (readonly [event: FormEvent, summary: string, example: string])[] = [
  [
    "confirm",
    "Record that a filing is required",
    "to w9_required, or to ready_to_file when a W-9 is attached",
  ],
  ["request-w9", "Record that the vendor was asked for a W-9", "from w9_required to w9_requested"],
  [
    "collect-w9",
    "Record that the vendor's W-9 is there",
    "to ready_to_file; attach the file with 1099 attach",
  ],
  ["submit", "Record that the filing was requested and is being processed", "from ready_to_file to filing"],
  ["return", "Record that the filing did not come through", "from filing back to ready_to_file"],
  ["file", "Record that the filing is complete", "from filing to filed, at this time"],
  ["file-elsewhere", "Record that the form was filed outside of the service", "to filed, without a time"],
  ["not-required", "Record that no filing is required", "to not_required"],
  [
    "review",
    "Have the requirement confirmed anew",
    "back to review_required; not from what the service filed",
  ],
];

const recorded = RECORDED.map(([event, summary, example]): DatabaseCommand =>
  databaseCommand({
    name: `1099 ${event}`,
    summary,
    examples: [[`1099 ${event} f1099_1`, example]],
    fields: { form, ...COMPANY_OPTION },
    async run(app, args, _report, _signal, by) {
      const company_id = await chooseCompany(app, args.company);
      return { company_id, form: told(await app.forms.record(company_id, args.form, event, by)) };
    },
    show: ({ form: now }) => `${now.id ?? ""}, ${now.vendor_name}: ${now.filing_status}.`,
  }),
);

const document = pattern("doc_...", "^doc_[0-9a-f]{1,63}$", "an id that begins with doc_");

const attach = databaseCommand({
  name: "1099 attach",
  summary: "Attach a file to a record, or put it in the place of a document",
  description:
    "The document gets an id of its own, also when it takes the place of another one, whose file is deleted when every link to it has ended. The stage stays as it is.",
  examples: [
    ["1099 attach f1099_1 w9.pdf --type w9", "a W-9"],
    ["1099 attach f1099_1 corrected.pdf --replace doc_1f", "in the place of a document, of the same type"],
    ["1099 attach f1099_1 - --type form_1099 --name form.pdf < form.pdf", "from the standard input"],
  ],
  fields: {
    form,
    file: needed("argument", sourceFile(), "The file, or - for the standard input."),
    type: optional("option", word(...DOCUMENT_TYPES), "What it is; may be left out with --replace."),
    replace: optional("option", document, "The document whose place it takes."),
    name: optional("option", text("text"), "What it is called; left out: the name of the file."),
    content_type: optional(
      "option",
      pattern("type", "^[a-z]+/[A-Za-z0-9.+-]{1,80}$", "a media type, such as application/pdf"),
      "What kind of file it is; left out: what its name tells, if anything.",
    ),
    ...COMPANY_OPTION,
  },
  async run(app, args, _report, signal, by) {
    const company_id = await chooseCompany(app, args.company);
    const named = basename(args.file);
    const filename = args.name ?? ([STANDARD_INPUT, UNNAMED_BOOKS].includes(named) ? "document" : named);
    const content = await readContent(args.file, LIMITS.form_document_bytes.value, signal);
    const document_id = await app.forms.attach(
      company_id,
      args.form,
      {
        type: args.type,
        filename,
        content_type: args.content_type ?? contentTypeOf(filename),
        content,
        replaces: args.replace,
      },
      by,
      signal,
    );
    return { company_id, document_id, form: told((await app.forms.show(company_id, args.form)).form) };
  },
  show: ({ document_id, form: { id: of } }) => `Attached ${document_id} to ${of ?? ""}.`,
});

const detach = databaseCommand({
  name: "1099 detach",
  summary: "Take a document away from a record",
  description: "Its file is deleted when every link to it has ended.",
  examples: [["1099 detach f1099_1 doc_1f", "the stage stays as it is"]],
  fields: { form, document: needed("argument", document, "The document."), ...COMPANY_OPTION },
  async run(app, args, _report, _signal, by) {
    const company_id = await chooseCompany(app, args.company);
    await app.forms.detach(company_id, args.form, args.document, by);
    return {
      company_id,
      document_id: args.document,
      form: told((await app.forms.show(company_id, args.form)).form),
    };
  },
  show: ({ document_id, form: { id: of } }) => `Took ${document_id} away from ${of ?? ""}.`,
});

export const FORM_COMMANDS: readonly DatabaseCommand[] = [
  open,
  add,
  show,
  check,
  ...recorded,
  attach,
  detach,
];
