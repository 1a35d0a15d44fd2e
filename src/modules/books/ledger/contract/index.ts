/** The API of journal entries, totals and merchants (specification, "Journal entries and totals"). */
import Type from "typebox";
import { journalEntrySchema, SIGN_RULE } from "../../../../contract/journal-entry.ts";
import { exactly, nullable, operation, READ_HINTS } from "../../../../contract/operation.ts";
import {
  dateParam,
  limitParam,
  monthParam,
  opaqueParam,
  pathParam,
  textParam,
  textsParam,
  wordParam,
} from "../../../../contract/params.ts";
import {
  centsSchema,
  currencySchema,
  dateSchema,
  markerSchema,
  pageSchema,
  timestampSchema,
  wholeListSchema,
} from "../../../../contract/schemas.ts";
import { ENTRY_SOURCES } from "@daybook/words/ledger-words";
import { LIMITS } from "@daybook/words/limits";

const totalSchema = exactly({
  object: markerSchema("aggregation_total"),
  category_id: Type.String({ description: "The category asked for." }),
  category_name: Type.String({ description: "Its name." }),
  point_in_time: Type.Boolean({ description: "Whether the total is a cumulative balance." }),
  total_cents: centsSchema(`The total of the category and all its descendants. ${SIGN_RULE}`),
  currency: currencySchema,
  merchant: nullable(Type.String({ description: "The merchant asked for, when one was." })),
  start_date: nullable(dateSchema("First day counted; null for a balance.")),
  end_date: nullable(dateSchema("Last day counted; null for a balance.")),
  date: nullable(dateSchema("Last day of the month of a balance; null for a period.")),
  start_month: nullable(Type.String({ pattern: "^\\d{4}-\\d{2}$", description: "First month counted." })),
  end_month: nullable(
    Type.String({
      pattern: "^\\d{4}-\\d{2}$",
      description: "Last month counted; for a balance the month of its date.",
    }),
  ),
  refreshed_at: nullable(timestampSchema("Latest change of what is included; null when nothing matches.")),
});

const totalDates = {
  start_date: dateParam({ description: "Any day of the first month.", code: "invalid_date" }),
  end_date: dateParam({ description: "Any day of the last month.", code: "invalid_date" }),
  date: dateParam({
    description: "Any day of the balance's last month.",
    code: "invalid_date",
  }),
  start_month: monthParam({ description: "First month, `YYYY-MM`. Use `start_date`.", deprecated: true }),
  end_month: monthParam({ description: "Last month, `YYYY-MM`. Use `end_date`.", deprecated: true }),
  merchant: textParam({
    description: "Counts only entries of exactly this merchant or counterparty; letter case matters.",
  }),
} as const;

const BOTH_SHAPES = "Months are mixed with full dates.";
const RANGE_ERROR = {
  code: "invalid_date_range",
  params: ["start_date", "start_month"],
  when: "The start is after the end.",
} as const;

const TOTAL_ERRORS = [
  {
    code: "invalid_request",
    params: ["start_date", "end_date", "date", "start_month", "end_month"],
    when: `The category needs other dates: a range, or a single date. ${BOTH_SHAPES}`,
  },
  {
    code: "parameter_missing",
    params: ["category_id", "start_date", "end_date", "date", "start_month", "end_month"],
    when: "`category_id` or a date that the category needs is absent.",
  },
  RANGE_ERROR,
  { code: "resource_missing", params: ["category_id"], when: "There is no such category." },
] as const;

const TOTALS_ERRORS = [
  { code: "invalid_request", params: ["start_month", "end_month"], when: BOTH_SHAPES },
  {
    code: "parameter_missing",
    params: ["start_date", "end_date", "date", "start_month", "end_month"],
    when: "A date that one of the categories needs is absent.",
  },
  RANGE_ERROR,
  { code: "resource_missing", params: ["category_ids"], when: "There is no such category." },
] as const;
const reportsView = [{ area: "reports", level: "view" }] as const;
const read = {
  since: "1.0",
  method: "GET",
  requires: reportsView,
  unknownQuery: "ignored",
  body: { mode: "ignored" },
  idempotency: "A read; repeat it freely.",
  hints: READ_HINTS,
} as const;
const readOnReplica = { ...read, onReplica: true } as const;

export const ledgerContract = {
  listJournalEntries: operation({
    ...readOnReplica,
    id: "listJournalEntries",
    tagged: true,
    path: "/journal_entries",
    tag: "Ledger",
    summary: "List journal entries",
    description:
      "Entries by date, latest first. With the `category_id` of a report line and the report's dates, these are the entries that make up the line. A category stands for itself and its descendants.",
    concealment:
      "A cursor from another company, or one that the filters exclude, is answered like an unknown one.",
    pathParams: {},
    query: {
      category_id: textParam({
        description:
          "Only entries of this category and its descendants. `<id>-direct`, as shown in reports, excludes the descendants.",
      }),
      department_id: textParam({ description: "Only entries of this department and those below it." }),
      start_date: dateParam({ description: "First day.", code: "invalid_request" }),
      end_date: dateParam({ description: "Last day.", code: "invalid_request" }),
      merchant: textParam({ description: "Only entries of exactly this merchant or counterparty." }),
      source: wordParam(ENTRY_SOURCES, { description: "Only entries posted from this source." }),
      transaction_id: textParam({ description: "Only entries of this transaction." }),
      limit: limitParam(),
      starting_after: opaqueParam({
        description: "The previous page's `next_cursor`, with the same filters.",
      }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of entries.",
      schema: pageSchema("/journal_entries", journalEntrySchema),
    },
    errors: [
      {
        code: "invalid_request",
        params: ["category_id", "department_id"],
        when: "The filter names an unknown category or department; a `grp_` id is not a category.",
      },
      { code: "invalid_date_range", params: ["start_date"], when: "The start is after the end." },
      { code: "resource_missing", when: "The cursor is unknown or filtered out." },
    ],
    limits: ["page_size_default", "page_size_max"],
    examples: [
      { title: "The latest two entries", path: "/journal_entries?limit=2" },
      {
        title: "The entries of a report line",
        path: "/journal_entries?category_id=cat_hosting&start_date=2026-01-01&end_date=2026-03-31",
      },
    ],
  }),
  getJournalEntry: operation({
    ...read,
    id: "getJournalEntry",
    path: "/journal_entries/{id}",
    tag: "Ledger",
    summary: "Read one journal entry",
    description: "One entry, directly.",
    concealment: "Another company's entry is answered like an unknown one.",
    pathParams: { id: pathParam({ description: "The entry's id, `je_...`." }) },
    query: {},
    paging: { kind: "none" },
    success: { status: 200, description: "The entry.", schema: journalEntrySchema },
    errors: [{ code: "resource_missing", when: "There is no such entry." }],
    limits: [],
    examples: [{ title: "One entry", path: "/journal_entries/je_00000001_1" }],
  }),
  getTotal: operation({
    ...readOnReplica,
    id: "getTotal",
    path: "/aggregations/total",
    tag: "Ledger",
    summary: "Read one category's total",
    description:
      "One signed total of a category with its descendants, by whole months: the day in a date is ignored. A period category takes `start_date` and `end_date`, a point-in-time category `date`.",
    pathParams: {},
    query: { category_id: textParam({ description: "The category.", required: true }), ...totalDates },
    paging: { kind: "none" },
    success: { status: 200, description: "The total.", schema: totalSchema },
    errors: TOTAL_ERRORS,
    limits: [],
    examples: [
      {
        title: "Activity of a quarter",
        path: "/aggregations/total?category_id=cat_hosting&start_date=2026-01-01&end_date=2026-03-31",
      },
      { title: "A balance", path: "/aggregations/total?category_id=cat_cash&date=2026-03-31" },
    ],
  }),
  listTotals: operation({
    ...readOnReplica,
    id: "listTotals",
    path: "/aggregations/totals",
    tag: "Ledger",
    summary: "Read the totals of several categories",
    description:
      "Several totals from one consistent read. Without `category_ids[]`, all categories that the given dates fit: period categories for `start_date` and `end_date`, point-in-time categories for `date`. In chart order. Not paginated.",
    pathParams: {},
    query: {
      category_ids: textsParam({
        description: "The categories. Repeat the parameter for each: `category_ids[]=...`.",
        max: LIMITS.category_ids_per_request.value,
      }),
      ...totalDates,
    },
    paging: { kind: "whole" },
    success: {
      status: 200,
      description: "The totals.",
      schema: wholeListSchema("/aggregations/totals", totalSchema),
    },
    errors: TOTALS_ERRORS,
    limits: ["category_ids_per_request"],
    examples: [
      {
        title: "Two categories",
        path: "/aggregations/totals?category_ids[]=cat_subscriptions&category_ids[]=cat_payroll&start_date=2026-01-01&end_date=2026-03-31",
      },
    ],
  }),
  listMerchants: operation({
    ...readOnReplica,
    id: "listMerchants",
    path: "/parties/merchants",
    tag: "Ledger",
    summary: "List the merchants of a category",
    description:
      "Merchant and counterparty names recorded for a category and its descendants across all months, by name. Names that occur only on held entries are excluded.",
    pathParams: {},
    query: {
      category_id: textParam({ description: "The category.", required: true }),
      limit: limitParam(),
      starting_after: opaqueParam({
        description: "The previous page's `next_cursor`, with the same category.",
      }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of names.",
      schema: pageSchema(
        "/parties/merchants",
        exactly({
          object: markerSchema("merchant"),
          name: Type.String({ description: "The name, as recorded." }),
        }),
      ),
    },
    errors: [
      { code: "parameter_missing", params: ["category_id"], when: "`category_id` is absent." },
      {
        code: "resource_missing",
        params: ["category_id"],
        when: "There is no such category; without `param`: the cursor is unknown.",
      },
    ],
    limits: ["page_size_default", "page_size_max"],
    examples: [{ title: "Merchants paid for hosting", path: "/parties/merchants?category_id=cat_hosting" }],
  }),
} as const;
