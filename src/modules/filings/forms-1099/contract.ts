/** The API of vendor 1099 filings (specification, "Vendor 1099 filings" and "Vendor 1099 record"). */
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
import { membersOf } from "../../../contract/record.ts";
import { idSchema, markerSchema, pageSchema, timestampSchema } from "../../../contract/schemas.ts";
import { FIRST_YEAR, LAST_YEAR } from "@daybook/words/civil-date";
import { FORMS } from "./record.ts";
import { SUMMARY_STATUSES } from "./rules/states.ts";
import { DOCUMENT_TYPES, FILING_STATUSES } from "./rules/words.ts";

const documentSchema = exactly(
  {
    id: idSchema("document", "The document's id. A new link keeps the id; a replaced file gets a new one."),
    type: Type.Enum([...DOCUMENT_TYPES], { description: "What it is." }),
    filename: Type.String({ description: "The file's name." }),
    content_type: nullable(
      Type.String({
        description: "The file's media type, which need not be PDF; null if unknown.",
      }),
    ),
    download_url: Type.String({
      format: "uri",
      description:
        "The address of the file, for a plain GET. Anyone with this address can download the file: treat it like a password.",
    }),
    expires_at: timestampSchema(
      "When the address expires, five minutes after it was issued. Read the record again for another one.",
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
    ...membersOf(FORMS, "vendor_name"),
    filing_status: Type.Enum([...FILING_STATUSES], {
      description:
        "The filing's status. Only `filed` means complete; treat an unknown value as not complete.",
    }),
    ...membersOf(FORMS, "filed_at", "filed_elsewhere"),
    documents: Type.Array(documentSchema, {
      description: "The attached documents, earliest first; may be empty even if the record is filed.",
    }),
    ...membersOf(FORMS, "created", "updated"),
  },
  { title: "Form1099" },
);

const count = (description: string) => Type.Integer({ minimum: 0, description });

const summarySchema = exactly(
  {
    year: yearSchema,
    filing_status: Type.Enum([...SUMMARY_STATUSES], {
      description:
        "`unknown`: the year has no report. `review_required`: for some record it is not confirmed whether a filing is required. `pending`: required filings are not complete. `filed`: all required filings, at least one, are complete. `not_required`: no filing is required.",
    }),
    counts: exactly({
      review_required: count(
        "Records whose requirement is not confirmed yet. The other counts exclude them.",
      ),
      required: count("Records whose filing is required: pending and filed ones."),
      pending: count("Records whose filing is required and not complete, including those in `filing`."),
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
  idempotency: "A read; repeat it freely. It creates no report, requests no W-9, and pays and files nothing.",
  hints: READ_HINTS,
} as const;

export const formsContract = {
  listForms1099: operation({
    ...common,
    id: "listForms1099",
    path: "/forms/1099",
    summary: "List 1099 records",
    description:
      "Records by year, latest first, and within a year newest first. A record must match all filters. `summaries` is complete on every page: it covers all years, or the requested one, and ignores the other filters. There is no list of changed or deleted records.",
    pathParams: {},
    query: {
      year: onceParam(
        yearParam({
          description: "Only this reporting year, in four digits. Default: all years.",
        }),
      ),
      filing_status: onceParam(
        wordsParam(FILING_STATUSES, {
          description: "Only records with one of these statuses, separated by commas.",
        }),
      ),
      pending: onceParam(
        flagParam({
          description:
            "`true`: only records whose filing is confirmed as required and not complete: `w9_required`, `w9_requested`, `ready_to_file`, `filing`. `false`: only the others.",
        }),
      ),
      vendor_name: onceParam(
        nameParam({
          description:
            "Only records of vendors with exactly this name. Letter case and surrounding blanks are ignored.",
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
          description: "One for each year that has a report, newest first, or only the requested year's.",
        }),
      }),
    },
    errors: [
      {
        code: "forms_not_ready",
        when: "A selected report has no valid year, or one of its records has no id or an unknown status. The other filters make no difference.",
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
    concealment: "Another company's record is answered like an unknown one.",
    pathParams: { id: idParam("form1099", { description: "The record's id, `f1099_...`." }) },
    query: {},
    paging: { kind: "none" },
    success: { status: 200, description: "The record as it is now.", schema: formSchema },
    errors: [
      { code: "resource_missing", when: "There is no such record." },
      {
        code: "forms_not_ready",
        when: "The record's report has no valid year, or one of its records has no id or an unknown status.",
      },
    ],
    limits: ["document_link_s"],
    examples: [{ title: "A record", path: "/forms/1099/f1099_example" }],
  }),
} as const;
