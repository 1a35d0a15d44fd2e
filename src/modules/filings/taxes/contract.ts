/** The API of tax records (specification, "Tax filings" and "Tax record"). */
import Type from "typebox";
import { BLANK_IS_MISSING, exactly, operation, READ_HINTS } from "../../../contract/operation.ts";
import { limitParam, opaqueParam, pathParam, wordParam, yearParam } from "../../../contract/params.ts";
import { membersOf } from "../../../contract/record.ts";
import { markerSchema, pageSchema, timestampSchema } from "../../../contract/schemas.ts";
import { FIRST_YEAR, LAST_YEAR } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import { TAXES } from "./record.ts";
import { JURISDICTIONS, STATE_CODES } from "./rules/jurisdictions.ts";
import { DOCUMENT_TYPES, FILING_STATUSES, TAX_TYPES } from "./rules/states.ts";

const documentSchema = exactly(
  {
    type: Type.Enum([...DOCUMENT_TYPES], {
      description:
        "A `draft_return` becomes the `filed_return` when the income filing is complete; `filing_confirmation` is Delaware's.",
    }),
    filename: Type.String({ description: "The file's name." }),
    content_type: Type.Literal("application/pdf", { description: "Always `application/pdf`." }),
    download_url: Type.String({
      format: "uri",
      description:
        "The address of the file, for a plain GET. Anyone with this address can download the file: treat it like a password.",
    }),
    expires_at: timestampSchema("When the address expires, five minutes after it was issued."),
  },
  { title: "TaxDocument" },
);

export const taxSchema = exactly(
  {
    ...membersOf(TAXES, "id"),
    object: markerSchema("tax"),
    ...membersOf(
      TAXES,
      "type",
      "year",
      "jurisdictions",
      "unmapped_jurisdictions",
      "filing_status",
      "filed_at",
      "filed_elsewhere",
      "extension_filed_at",
    ),
    documents: Type.Array(documentSchema, {
      description: "Its documents, with links issued by this answer.",
    }),
    ...membersOf(TAXES, "created", "updated"),
  },
  { title: "Tax" },
);

const incomeUpload = exactly(
  {
    tax_year: Type.Integer({
      minimum: FIRST_YEAR,
      maximum: LAST_YEAR,
      description:
        "The year that the return is for: last year or the year before, by the day in Los Angeles.",
    }),
    tax_firm: Type.String({
      minLength: 1,
      maxLength: LIMITS.text_field_characters.value,
      description: "Who prepared the return.",
      [BLANK_IS_MISSING]: true,
    }),
    states_filed: Type.Array(Type.Enum([...STATE_CODES]), {
      maxItems: LIMITS.tax_states.value,
      description: "USPS codes of the states that a return was filed in, `DC` among them; `[]` for none.",
    }),
    file_id: Type.String({ description: "The PDF of the return: a file that is not attached." }),
  },
  { title: "IncomeUpload" },
);

const franchiseUpload = exactly(
  {
    tax_year: Type.Integer({
      minimum: FIRST_YEAR,
      maximum: LAST_YEAR,
      description: "The year that the filing covers.",
    }),
    file_id: Type.String({ description: "The PDF of Delaware's confirmation: a file that is not attached." }),
  },
  { title: "FranchiseUpload" },
);

const VIEW = [{ area: "taxes", level: "view" }] as const;
const NOT_READY = {
  code: "taxes_not_ready",
  when: "The records are being prepared. Requests do not repair them; retry later.",
} as const;
const read = {
  method: "GET",
  tag: "Taxes",
  since: "1.0",
  requires: VIEW,
  unknownQuery: "ignored",
  body: { mode: "ignored" },
  idempotency: "A read; repeat it freely. Links issued before keep their own expiry.",
  hints: READ_HINTS,
} as const;

const upload = {
  method: "POST",
  tag: "Taxes",
  since: "1.0",
  requires: [{ area: "taxes", level: "manage" }],
  unknownQuery: "ignored",
  pathParams: {},
  query: {},
  paging: { kind: "none" },
  concealment: "Another company's file is answered like an unknown one.",
  idempotency:
    "What failed changed nothing and can be sent again with the same file; what succeeded can't, since a file is attached once. Another file for the same year takes the place of the former one.",
  success: { status: 201, description: "The record as it is now.", schema: taxSchema },
  limits: ["document_link_s", "pdf_check_cpu_ms", "pdf_check_ms", "pdf_check_bytes"],
  hints: { readOnly: false, destructive: true, idempotent: false },
} as const;
const FILE_ERRORS = [
  { code: "invalid_file", when: "The file is not a readable PDF, or its bytes were never uploaded." },
  { code: "resource_missing", params: ["file_id"], when: "There is no such file, or it has expired." },
  { code: "file_already_attached", when: "The file is already attached to a record." },
  {
    code: "tax_upload_failed",
    when: "An error in the service. Nothing was changed, and the file can be used again.",
  },
] as const;

export const taxesContract = {
  uploadIncomeReturn: operation({
    ...upload,
    id: "uploadIncomeReturn",
    path: "/taxes/income_uploads",
    summary: "Upload an income return that was filed elsewhere",
    description:
      "Creates or overwrites the year's income record as filed elsewhere, now, for federal and the given states. The PDF becomes its `filed_return`. The year's Delaware record is created too; it is `filed` only if Delaware's own status showed that. Send a Delaware franchise tax report to `POST /taxes/franchise_uploads`.",
    body: { mode: "json", schema: incomeUpload },
    errors: [
      {
        code: "parameter_missing",
        params: ["tax_year", "tax_firm", "states_filed", "file_id"],
        when: "A required field is absent, or the firm is blank.",
      },
      {
        code: "invalid_request",
        params: ["tax_year", "tax_firm", "states_filed", "file_id"],
        when: "A value is invalid, or the year is not one of the last two.",
      },
      {
        code: "wrong_document_type",
        when: "The PDF is a Delaware annual franchise tax report. The file stays unattached.",
      },
      ...FILE_ERRORS,
      { code: "taxes_not_ready", when: "The records are being prepared." },
    ],
    examples: [
      {
        title: "A return",
        path: "/taxes/income_uploads",
        body: { tax_year: 2024, tax_firm: "Northwind Tax", states_filed: ["CA"], file_id: "{createFile.3}" },
      },
    ],
  }),
  uploadFranchiseConfirmation: operation({
    ...upload,
    id: "uploadFranchiseConfirmation",
    path: "/taxes/franchise_uploads",
    summary: "Upload Delaware's confirmation of a franchise tax filing",
    description:
      "Creates the year's Delaware record, or updates it, as filed elsewhere, now. The PDF becomes its `filing_confirmation`, renamed after the year and the company, and replaces an earlier one.",
    body: { mode: "json", schema: franchiseUpload },
    errors: [
      { code: "parameter_missing", params: ["tax_year", "file_id"], when: "A required field is absent." },
      { code: "invalid_request", params: ["tax_year", "file_id"], when: "A value is invalid." },
      ...FILE_ERRORS,
      {
        code: "taxes_not_ready",
        when: "The records are being prepared, or the company has none yet: upload an income return first.",
      },
    ],
    examples: [
      {
        title: "A confirmation",
        path: "/taxes/franchise_uploads",
        body: { tax_year: 2024, file_id: "{createFile}" },
      },
    ],
  }),
  listTaxes: operation({
    ...read,
    id: "listTaxes",
    path: "/taxes",
    summary: "List tax records",
    description:
      "Newest first. An empty list does not mean that no tax is owed. A record must match all filters.",
    pathParams: {},
    query: {
      type: wordParam(TAX_TYPES, { description: "Only records of this type." }),
      jurisdiction: wordParam(JURISDICTIONS, {
        description: "Only records of this jurisdiction: `US`, or `US-` and a state's code.",
      }),
      year: yearParam({ description: "Only records of this tax year." }),
      status: wordParam(FILING_STATUSES, { description: "Only records of this filing status." }),
      limit: limitParam(),
      starting_after: opaqueParam({
        description: "The previous page's `next_cursor`, with the same filters.",
      }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: { status: 200, description: "A page of tax records.", schema: pageSchema("/taxes", taxSchema) },
    errors: [
      {
        code: "resource_missing",
        params: ["starting_after"],
        when: "The cursor is unknown or filtered out.",
      },
      NOT_READY,
    ],
    limits: ["page_size_default", "page_size_max", "document_link_s"],
    examples: [
      { title: "All records", path: "/taxes" },
      { title: "Income returns of one state", path: "/taxes?type=income&jurisdiction=US-CA" },
    ],
  }),
  getTax: operation({
    ...read,
    id: "getTax",
    path: "/taxes/{id}",
    summary: "Read one tax record",
    description: "One record, directly, with fresh links to its documents.",
    concealment:
      "Another company's record is answered like an unknown one, and so is one reserved for staff.",
    pathParams: { id: pathParam({ description: "The record's id." }) },
    query: {},
    paging: { kind: "none" },
    success: { status: 200, description: "The record.", schema: taxSchema },
    errors: [{ code: "resource_missing", when: "There is no such record." }, NOT_READY],
    limits: ["document_link_s"],
    examples: [{ title: "An income return", path: "/taxes/tax_income_example" }],
  }),
} as const;
