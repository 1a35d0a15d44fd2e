/** What only the web console asks of the ledger: vouchers, entries of people, and the closing of books. */
import Type from "typebox";
import {
  journalEntrySchema,
  NEW_ENTRY_ERRORS,
  newEntrySchema,
  optionalText,
} from "../../../../contract/journal-entry.ts";
import {
  BLANK_IS_MISSING,
  CONSOLE_API_ROOT,
  CONSOLE_READ,
  exactly,
  nullable,
  operation,
} from "../../../../contract/operation.ts";
import { dateParam, flagParam, limitParam, opaqueParam, pathParam } from "../../../../contract/params.ts";
import {
  centsSchema,
  dateSchema,
  markerSchema,
  pageSchema,
  timestampSchema,
  wholeListSchema,
} from "../../../../contract/schemas.ts";
import { membersOf } from "../../../../contract/record.ts";
import { NAME_PATTERN } from "@daybook/words/names";
import { CLOSE_ITEM, CLOSING_HISTORY } from "../record.ts";

const read = {
  ...CONSOLE_READ,
  requires: [{ area: "reports", level: "view" }],
  unknownQuery: "ignored",
} as const;

const manualEntrySchema = exactly(
  {
    object: markerSchema("manual_entry"),
    entry: Type.String({ description: "The id of its first entry." }),
    date: dateSchema("The accounting date."),
    memo: Type.String({ description: "What it is for." }),
    amount_cents: centsSchema("The sum of its debits."),
    reference: nullable(Type.String({ description: "The poster's own name of it." })),
    adjusting: Type.Boolean({ description: "Whether it is an adjusting entry." }),
    posted_by: Type.String({ description: "Who posted it: a user's id, or the operator's name." }),
    created: timestampSchema("When it was posted."),
    reviewed_by: nullable(Type.String({ description: "Who reviewed it." })),
    reviewed_at: nullable(timestampSchema("When it was reviewed.")),
    reverses: nullable(Type.String({ description: "The first entry of the voucher that it reverses." })),
    reversed_by: nullable(Type.String({ description: "The first entry of its reversal." })),
    reversed_on: nullable(dateSchema("The day of its reversal.")),
  },
  { title: "ManualEntry" },
);

const closingSchema = exactly(
  {
    object: markerSchema("closing"),
    closed_through: nullable(dateSchema("The last closed day; null for open books.")),
  },
  { title: "Closing" },
);

const checklistItemSchema = exactly(
  {
    ...CLOSE_ITEM,
    opens: nullable(
      exactly(
        {
          operation: Type.String({ description: "The operation that lists what it is about." }),
          query: Type.Record(Type.String(), Type.String(), { description: "Its query." }),
          page: Type.String({ description: "The page of the console, below the company's address." }),
          search: Type.Record(Type.String(), Type.String(), { description: "The page's query." }),
        },
        { title: "CloseList" },
      ),
    ),
  },
  { title: "CloseChecklistItem" },
);

const checklistSchema = exactly(
  {
    object: markerSchema("close_checklist"),
    through: dateSchema("The last day that would be closed."),
    start_date: nullable(dateSchema("The first open day; null for books that were never closed.")),
    closed_through: nullable(dateSchema("The last closed day; null for open books.")),
    done_count: Type.Integer({ minimum: 0, description: "The items that are done." }),
    open_count: Type.Integer({ minimum: 0, description: "The items that are open." }),
    items: Type.Array(checklistItemSchema, { description: "All items, by group." }),
  },
  { title: "CloseChecklist" },
);

const closingEventSchema = exactly(
  {
    object: markerSchema("closing_event"),
    ...membersOf(CLOSING_HISTORY, "number", "action", "through", "at", "actor", "reason", "checklist"),
  },
  { title: "ClosingEvent" },
);

/** Why something is done, on one line. */
const reasonSchema = (description: string) => Type.String({ pattern: NAME_PATTERN, description });

const MANAGES_ENTRIES = [
  { area: "reports", level: "view" },
  { area: "accounting_setup", level: "manage" },
] as const;
const MANAGES_CLOSING = [
  { area: "company", level: "manage" },
  { area: "accounting_setup", level: "manage" },
] as const;
const ENTRY_PATH = {
  entry: pathParam({ description: "The id of one of the voucher's entries, `je_...`." }),
} as const;

const ofConsole = { since: "1.0", tag: "Console", query: {}, unknownQuery: "ignored" } as const;
const write = {
  ...ofConsole,
  paging: { kind: "none" },
  limits: [],
  hints: { readOnly: false, destructive: false, idempotent: true },
} as const;

/** What only the web console asks of the ledger. */
export const ledgerConsoleContract = {
  getVoucher: operation({
    ...read,
    id: "getVoucher",
    path: "/vouchers/{entry}",
    tag: "Console",
    summary: "Read the voucher of an entry",
    description:
      "All entries that were posted together with one, in the order of their lines. Their debits equal their credits.",
    concealment: "Another company's entry is answered like an unknown one.",
    pathParams: ENTRY_PATH,
    query: {},
    paging: { kind: "none" },
    success: {
      status: 200,
      description: "The voucher.",
      schema: exactly({
        object: markerSchema("voucher"),
        date: dateSchema("The accounting date of all its entries."),
        total_cents: centsSchema("The sum of its debits, which is that of its credits."),
        entries: Type.Array(journalEntrySchema, { description: "Its entries." }),
        follows_source: Type.Boolean({
          description: "Whether it follows a source, such as a transaction, so that it can't be reversed.",
        }),
        manual_entry: Type.Union([manualEntrySchema, Type.Null()], {
          description: "Who posted and reviewed it; null unless a person posted it.",
        }),
      }),
    },
    errors: [{ code: "resource_missing", when: "There is no such entry." }],
    limits: [],
    examples: [{ title: "The voucher of an entry", path: "/vouchers/je_00000001_1" }],
  }),
  listManualEntries: operation({
    ...read,
    id: "listManualEntries",
    path: "/manual_entries",
    tag: "Console",
    summary: "List the journal entries that people posted",
    description: "Those posted last come first, each with who posted and who reviewed it.",
    concealment: "A cursor from another company is answered like an unknown one.",
    pathParams: {},
    query: {
      start_date: dateParam({ description: "First day.", code: "invalid_request" }),
      end_date: dateParam({ description: "Last day.", code: "invalid_request" }),
      unreviewed: flagParam({ description: "Only entries that nobody reviewed." }),
      limit: limitParam(),
      starting_after: opaqueParam({
        description: "The previous page's `next_cursor`, with the same filters.",
      }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of entries.",
      schema: pageSchema(`${CONSOLE_API_ROOT}/manual_entries`, manualEntrySchema),
    },
    errors: [
      { code: "invalid_date_range", params: ["start_date"], when: "The start is after the end." },
      { code: "resource_missing", when: "The cursor is unknown." },
    ],
    limits: ["page_size_default", "page_size_max"],
    examples: [{ title: "What is to be reviewed", path: "/manual_entries?unreviewed=true" }],
  }),
  createManualEntry: operation({
    ...write,
    id: "createManualEntry",
    method: "POST",
    path: "/manual_entries",
    summary: "Post a journal entry",
    description:
      "Posts an entry in the user's name. It never changes afterwards; a mistake is reversed. With `reverses_on`, its reversal is posted together with it.",
    requires: MANAGES_ENTRIES,
    pathParams: {},
    body: { mode: "json", schema: newEntrySchema },
    idempotency: "The same key and the same entry post it once.",
    success: { status: 201, description: "The entry.", schema: manualEntrySchema },
    errors: [
      ...NEW_ENTRY_ERRORS,
      {
        code: "idempotency_key_conflict",
        params: ["reference"],
        when: "The reference was posted before with other content.",
      },
    ],
    examples: [
      {
        title: "An accrual",
        path: "/manual_entries",
        body: {
          date: "2026-03-31",
          memo: "Hosting of March",
          lines: [
            { category: "cat_hosting", debit_cents: 12_000 },
            { category: "cat_corporate-card", credit_cents: 12_000 },
          ],
        },
      },
    ],
  }),
  reverseVoucher: operation({
    ...write,
    id: "reverseVoucher",
    method: "POST",
    path: "/vouchers/{entry}/reversal",
    summary: "Reverse a voucher",
    description: "Posts the same lines with debits and credits exchanged. A voucher is reversed once.",
    requires: MANAGES_ENTRIES,
    pathParams: ENTRY_PATH,
    body: {
      mode: "json",
      schema: exactly(
        {
          date: Type.String({ description: "The day of the reversal, `YYYY-MM-DD`." }),
          memo: optionalText("What it is for. Default: it names the reversed voucher."),
        },
        { title: "NewReversal" },
      ),
    },
    idempotency: "A repeated request is refused, because a voucher is reversed once.",
    success: { status: 201, description: "The reversal.", schema: manualEntrySchema },
    errors: [
      { code: "parameter_missing", params: ["date"], when: "`date` is absent." },
      {
        code: "invalid_request",
        params: ["entry", "date", "memo"],
        when: "It is reversed already, it follows its source, or the day is closed or before its own.",
      },
      { code: "resource_missing", when: "There is no such entry." },
    ],
    examples: [
      { title: "A day later", path: "/vouchers/je_00000001_1/reversal", body: { date: "2026-04-01" } },
    ],
  }),
  reviewManualEntry: operation({
    ...write,
    id: "reviewManualEntry",
    method: "PUT",
    path: "/vouchers/{entry}/review",
    summary: "Note that an entry is reviewed",
    description: "Notes the user as the reviewer of an entry that a person posted. The first reviewer stays.",
    requires: MANAGES_ENTRIES,
    pathParams: ENTRY_PATH,
    body: { mode: "none" },
    idempotency: "A repeated request changes nothing.",
    success: { status: 200, description: "The entry.", schema: manualEntrySchema },
    errors: [{ code: "resource_missing", when: "No person posted such an entry." }],
    examples: [{ title: "Review an entry", path: "/vouchers/je_00000001_1/review" }],
  }),
  getClosing: operation({
    ...read,
    id: "getClosing",
    tag: "Console",
    path: "/closing",
    summary: "Read through which day the books are closed",
    description: "No journal entry on that day or before it changes.",
    pathParams: {},
    query: {},
    paging: { kind: "none" },
    success: { status: 200, description: "The closing date.", schema: closingSchema },
    errors: [],
    limits: [],
    examples: [{ title: "The closing date", path: "/closing" }],
  }),
  closeBooks: operation({
    ...write,
    id: "closeBooks",
    method: "PUT",
    path: "/closing",
    summary: "Close the books through a day",
    description:
      "No entry on that day or before changes afterwards. The day must have ended, and no bank line up to it may be pending. With open items in the checklist of the month it takes a reason, and both are kept.",
    requires: MANAGES_CLOSING,
    pathParams: {},
    body: {
      mode: "json",
      schema: exactly(
        {
          through: Type.String({ description: "The last day to close, `YYYY-MM-DD`." }),
          reason: Type.Optional(
            reasonSchema("Why the books are closed although items of the checklist are open."),
          ),
        },
        { title: "NewClosing" },
      ),
    },
    idempotency: "A repeated request changes nothing.",
    success: { status: 200, description: "The closing date.", schema: closingSchema },
    errors: [
      {
        code: "parameter_missing",
        params: ["through", "reason"],
        when: "`through` is absent, or items are open and `reason` is absent.",
      },
      {
        code: "invalid_request",
        params: ["through", "reason"],
        when: "The day has not ended, is before the present closing date, or a bank line is pending.",
      },
    ],
    examples: [
      {
        title: "The first quarter",
        path: "/closing",
        body: { through: "2026-03-31", reason: "The card's statement comes in April" },
      },
    ],
  }),
  openBooks: operation({
    ...write,
    id: "openBooks",
    method: "POST",
    path: "/closing/open",
    summary: "Open the books",
    description:
      "Lifts the closing date, so that entries of closed days can change again. The reason is kept.",
    requires: MANAGES_CLOSING,
    pathParams: {},
    body: {
      mode: "json",
      schema: exactly(
        { reason: { ...reasonSchema("Why they are opened."), [BLANK_IS_MISSING]: true } },
        { title: "OpenedBooks" },
      ),
    },
    idempotency: "A repeated request changes nothing.",
    success: { status: 200, description: "No closing date.", schema: closingSchema },
    errors: [
      { code: "parameter_missing", params: ["reason"], when: "`reason` is absent or blank." },
      { code: "invalid_request", params: ["reason"], when: "A value is invalid." },
    ],
    examples: [
      { title: "Open the books", path: "/closing/open", body: { reason: "A late invoice of March" } },
    ],
  }),
  getCloseChecklist: operation({
    ...read,
    id: "getCloseChecklist",
    path: "/close_checklist",
    summary: "Read the checklist of a month before it is closed",
    description:
      "What an accountant looks at, computed from the books as they are: which items are done, which are open, and where there is nothing to check. Each open one says where its list is.",
    pathParams: {},
    query: {
      through: dateParam({
        description:
          "The last day that would be closed. Default: the end of the month after the last closed day, or of the last full month.",
        code: "invalid_request",
      }),
    },
    paging: { kind: "none" },
    success: { status: 200, description: "The checklist.", schema: checklistSchema },
    errors: [],
    limits: [],
    examples: [{ title: "The checklist of the next month", path: "/close_checklist" }],
  }),
  listClosings: operation({
    ...read,
    id: "listClosings",
    path: "/closings",
    summary: "List how the books were closed and opened",
    description:
      "Each time that the books were closed or opened again, the latest first: through which day, by whom, why, and the checklist as it was then.",
    pathParams: {},
    query: {},
    paging: { kind: "whole" },
    success: {
      status: 200,
      description: "The record.",
      schema: wholeListSchema(`${CONSOLE_API_ROOT}/closings`, closingEventSchema),
    },
    errors: [],
    limits: [],
    examples: [{ title: "The record", path: "/closings" }],
  }),
} as const;
