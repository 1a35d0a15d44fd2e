/**
 * What the API promises about vendor 1099 filings (specification, "Vendor 1099 filings" and "Vendor 1099
 * record").
 */
import Type from "typebox";
import { exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import {
  cursorParam,
  flagParam,
  idParam,
  limitParam,
  nameParam,
  onceParam,
  wordsParam,
  yearParam,
} from "../../../contract/params.ts";
import { idSchema, markerSchema, pageSchema, timestampSchema } from "../../../contract/schemas.ts";
import { FIRST_YEAR, LAST_YEAR } from "../../../core/civil-date.ts";
import { DOCUMENT_TYPES, STAGES, SUMMARY_STATUSES } from "./rules.ts";

const documentSchema = exactly(
  {
    id: idSchema(
      "document",
      "The document's id. It stays when a link is given anew, and is another one when the file is replaced.",
    ),
    type: Type.Enum([...DOCUMENT_TYPES], { description: "What it is." }),
    filename: Type.String({ description: "What the file is called." }),
    content_type: nullable(
      Type.String({
        description: "What kind of file it is, which need not be a PDF; null when nobody knows.",
      }),
    ),
    download_url: Type.String({
      format: "uri",
      description:
        "Where it is fetched, with a plain GET. Whoever has this address gets the file: treat it like a password.",
    }),
    expires_at: timestampSchema(
      "When the address ends, five minutes after it was given. Read the record again for another one.",
    ),
  },
  { title: "Form1099Document" },
);

const yearSchema = Type.Integer({
  minimum: FIRST_YEAR,
  maximum: LAST_YEAR,
  description: "The reporting year.",
});

const formSchema = exactly(
  {
    id: idSchema("form1099", "The record's id."),
    object: markerSchema("form_1099"),
    year: yearSchema,
    vendor_name: Type.String({
      description: "What the vendor is called, to be shown; several records of a year may share it.",
    }),
    filing_status: Type.Enum([...STAGES], {
      description:
        "How far it is. Only `filed` says that it is complete; a value that you don't know is not.",
    }),
    filed_at: nullable(
      timestampSchema(
        "When the service recorded the filing; null when that is not known, and for what is not filed or was filed elsewhere.",
      ),
    ),
    filed_elsewhere: Type.Boolean({
      description: "Whether it was reported as filed outside of the service; only together with `filed`.",
    }),
    documents: Type.Array(documentSchema, {
      description: "What was attached, earliest first; may be empty also when it is filed.",
    }),
    created: timestampSchema("When the record was made."),
    updated: timestampSchema("When the record last changed."),
  },
  { title: "Form1099" },
);

const count = (description: string) => Type.Integer({ minimum: 0, description });

const summarySchema = exactly(
  {
    year: yearSchema,
    filing_status: Type.Enum([...SUMMARY_STATUSES], {
      description:
        "`unknown`: the year has no report. `review_required`: of some record it is not confirmed whether a filing is required. `pending`: required filings are not complete. `filed`: all of them are, and there is one. `not_required`: the report has none.",
    }),
    counts: exactly({
      review_required: count(
        "Records whose requirement is to be confirmed, which are in none of the other counts.",
      ),
      required: count("Records that are required: those of `pending` and of `filed`."),
      pending: count("Records that are required and not complete, those in `filing` too."),
      filed: count("Records that are filed."),
    }),
  },
  { title: "Form1099Summary" },
);

const common = {
  tag: "Forms",
  since: "1.0",
  method: "GET",
  requires: [{ area: "taxes", level: "view" }],
  unknownQuery: "ignored",
  body: { mode: "ignored" },
  idempotency: "A read; repeat it freely. It makes no report, asks for no W-9, pays and files nothing.",
  hints: READ_HINTS,
} as const;

export const formsContract = {
  listForms1099: operation({
    ...common,
    id: "listForms1099",
    path: "/forms/1099",
    summary: "List 1099 records",
    description:
      "By year, latest first, and within a year those first that were made last. Different filters must all hold. `summaries` are complete on every page, of all years or of the one that is asked for, whatever the other filters leave out. There is no list of what changed or was deleted.",
    pathParams: {},
    query: {
      year: onceParam(
        yearParam({
          description: "Only this reporting year, in four digits. Without it all years: none is assumed.",
        }),
      ),
      filing_status: onceParam(
        wordsParam(STAGES, { description: "Only records in one of these stages, behind commas." }),
      ),
      pending: onceParam(
        flagParam({
          description:
            "`true`: only records that are confirmed as required and not complete: `w9_required`, `w9_requested`, `ready_to_file`, `filing`. `false`: only the others.",
        }),
      ),
      vendor_name: onceParam(
        nameParam({
          description:
            "Only records of vendors of exactly this name, whatever its letter case and the blanks around it.",
        }),
      ),
      filed_elsewhere: onceParam(
        flagParam({
          description: "`true`: only records that were filed elsewhere. `false`: only the others.",
        }),
      ),
      limit: onceParam(limitParam()),
      starting_after: onceParam(
        cursorParam({
          description: "The previous page's `next_cursor`, with the same filters; `limit` may change.",
        }),
      ),
    },
    paging: { kind: "cursor", badCursor: "invalid_request" },
    success: {
      status: 200,
      description: "A page of records, and the summaries of their years.",
      schema: exactly({
        ...pageSchema("/forms/1099", formSchema).properties,
        summaries: Type.Array(summarySchema, {
          description:
            "One for each year that has a report, newest first, or the one of the year that was asked for.",
        }),
      }),
    },
    errors: [
      {
        code: "forms_not_ready",
        when: "A report that is selected has no valid year, or a record in it has no id or a state that is not known, whatever the other filters leave out.",
      },
    ],
    limits: ["page_size_default", "page_size_max", "document_link_s"],
    examples: [
      { title: "A year", path: "/forms/1099?year=2025" },
      { title: "What is left to do", path: "/forms/1099?pending=true&limit=1" },
    ],
  }),
  getForm1099: operation({
    ...common,
    id: "getForm1099",
    path: "/forms/1099/{id}",
    summary: "Read one 1099 record",
    description: "One record, directly, with new links to its documents.",
    concealment: "Another company's record is as absent as an unknown one.",
    pathParams: { id: idParam("form1099", { description: "The record's id, `f1099_...`." }) },
    query: {},
    paging: { kind: "none" },
    success: { status: 200, description: "The record as it is now.", schema: formSchema },
    errors: [
      { code: "resource_missing", when: "There is no such record." },
      {
        code: "forms_not_ready",
        when: "The record's report has no valid year, or a record in it has no id or a state that is not known.",
      },
    ],
    limits: ["document_link_s"],
    examples: [{ title: "A record", path: "/forms/1099/f1099_example" }],
  }),
} as const;
