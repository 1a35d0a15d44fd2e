/**
 * Commands on vendor 1099 filings: create reports and records (one for each vendor and year), record their
 * progress, attach documents, and list why a report is not ready.
 */
import { FIRST_YEAR, LAST_YEAR } from "@daybook/words/civil-date";
import { basename } from "node:path";
import { LIMITS } from "@daybook/words/limits";
import type { FormEvent, FormRow } from "../../../modules/filings/forms-1099/index.ts";
import { contentTypeOf, DOCUMENT_TYPES } from "../../../modules/filings/forms-1099/words.ts";
import { readContent, STANDARD_INPUT, UNNAMED_BOOKS } from "../../../platform/machine/files.ts";
import { databaseCommand, type DatabaseCommand } from "../command.ts";
import { id, needed, optional, pattern, sourceFile, text, wholeNumber, word } from "../fields.ts";
import { instant, table } from "../table.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";

const form = needed("argument", id("form1099"), "The record.");
const year = needed("argument", wholeNumber("year", FIRST_YEAR, LAST_YEAR), "The reporting year.");

/** A record as commands print it. */
function viewOf({ documents, ...row }: FormRow) {
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
  summary: "Create the report of a year, unless it exists",
  examples: [["1099 open 2026", "a report without records; its year is shown as not_required"]],
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
    "The record begins with the status review_required: whether a filing is required is not confirmed yet. The report is created if it does not exist.",
  examples: [["1099 add 2026 'Blue Fern LLC'", "prints the id of the record"]],
  fields: {
    year,
    vendor: needed(
      "argument",
      text("name", LIMITS.text_field_characters.value),
      "The vendor's name; several records may share a name.",
    ),
    ...COMPANY_OPTION,
  },
  async run(app, args, _report, _signal, by) {
    const company_id = await chooseCompany(app, args.company);
    return { company_id, form: viewOf(await app.forms.add(company_id, args.year, args.vendor, by)) };
  },
  show: ({ form: added }) => `Added ${added.id ?? ""}, ${added.vendor_name}: ${added.filing_status}.`,
});

const show = databaseCommand({
  name: "1099 show",
  summary: "Show a record, its documents, and its changes by commands",
  examples: [["1099 show f1099_1", "even if its report is not ready"]],
  fields: { form, ...COMPANY_OPTION },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const { form: found, audit } = await app.forms.show(company_id, args.form);
    return { company_id, form: viewOf(found), audit };
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
  summary: "List why reports are not ready",
  description:
    "While a report is not ready, requests for it are answered with forms_not_ready. An import with the same report or number corrects it.",
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

/**
 * The commands that record an event of a 1099 record and take no other argument: the event, and the texts of
 * the help.
 */
const EVENT_COMMANDS: readonly (readonly [event: FormEvent, summary: string, example: string])[] = [
  [
    "confirm",
    "Record that a filing is required",
    "to w9_required, or to ready_to_file when a W-9 is attached",
  ],
  ["request-w9", "Record that a W-9 was requested from the vendor", "from w9_required to w9_requested"],
  [
    "collect-w9",
    "Record that the vendor's W-9 was received",
    "to ready_to_file; attach the file with 1099 attach",
  ],
  ["submit", "Record that the filing was requested and is being processed", "from ready_to_file to filing"],
  ["return", "Record that the filing failed", "from filing back to ready_to_file"],
  ["file", "Record that the filing is complete", "from filing to filed, at this time"],
  ["file-elsewhere", "Record that the form was filed outside the service", "to filed, without a time"],
  ["not-required", "Record that no filing is required", "to not_required"],
  ["review", "Ask to confirm the requirement again", "back to review_required; not if the service filed it"],
];

const eventCommands = EVENT_COMMANDS.map(([event, summary, example]): DatabaseCommand =>
  databaseCommand({
    name: `1099 ${event}`,
    summary,
    examples: [[`1099 ${event} f1099_1`, example]],
    fields: { form, ...COMPANY_OPTION },
    async run(app, args, _report, _signal, by) {
      const company_id = await chooseCompany(app, args.company);
      return { company_id, form: viewOf(await app.forms.recordEvent(company_id, args.form, event, by)) };
    },
    show: ({ form: changed }) => `${changed.id ?? ""}, ${changed.vendor_name}: ${changed.filing_status}.`,
  }),
);

const document = pattern("doc_...", "^doc_[0-9a-f]{1,63}$", "an id that begins with doc_");

const attach = databaseCommand({
  name: "1099 attach",
  summary: "Attach a file to a record, or replace a document",
  description:
    "The document gets a new id, even if it replaces another one. A replaced file is deleted when every link to it has expired. The status does not change.",
  examples: [
    ["1099 attach f1099_1 w9.pdf --type w9", "a W-9"],
    ["1099 attach f1099_1 corrected.pdf --replace doc_1f", "replaces a document; same type"],
    ["1099 attach f1099_1 - --type form_1099 --name form.pdf < form.pdf", "from the standard input"],
  ],
  fields: {
    form,
    file: needed("argument", sourceFile(), "The file, or - for the standard input."),
    type: optional("option", word(...DOCUMENT_TYPES), "The document's type; optional with --replace."),
    replace: optional("option", document, "The document to replace."),
    name: optional("option", text("text"), "The file's name; default: the name of the file."),
    content_type: optional(
      "option",
      pattern("type", "^[a-z]+/[A-Za-z0-9.+-]{1,80}$", "a media type, such as application/pdf"),
      "The media type; default: derived from its name, if possible.",
    ),
    ...COMPANY_OPTION,
  },
  async run(app, args, _report, signal, by) {
    const company_id = await chooseCompany(app, args.company);
    const fileBase = basename(args.file);
    const filename =
      args.name ?? ([STANDARD_INPUT, UNNAMED_BOOKS].includes(fileBase) ? "document" : fileBase);
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
    return { company_id, document_id, form: viewOf((await app.forms.show(company_id, args.form)).form) };
  },
  show: ({ document_id, form: { id: form_id } }) => `Attached ${document_id} to ${form_id ?? ""}.`,
});

const detach = databaseCommand({
  name: "1099 detach",
  summary: "Detach a document from a record",
  description: "Its file is deleted when every link to it has expired.",
  examples: [["1099 detach f1099_1 doc_1f", "the status does not change"]],
  fields: { form, document: needed("argument", document, "The document."), ...COMPANY_OPTION },
  async run(app, args, _report, _signal, by) {
    const company_id = await chooseCompany(app, args.company);
    await app.forms.detach(company_id, args.form, args.document, by);
    return {
      company_id,
      document_id: args.document,
      form: viewOf((await app.forms.show(company_id, args.form)).form),
    };
  },
  show: ({ document_id, form: { id: form_id } }) => `Detached ${document_id} from ${form_id ?? ""}.`,
});

export const FORM_COMMANDS: readonly DatabaseCommand[] = [
  open,
  add,
  show,
  check,
  ...eventCommands,
  attach,
  detach,
];
