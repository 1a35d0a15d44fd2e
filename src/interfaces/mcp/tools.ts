/**
 * The tools: named reads for what people ask most, and four tools over all operations. A named read is data:
 * its operation, the parameters of the card that it takes, and a sentence. Schemas come from the cards.
 */
import type { Operation } from "../../contract/operation.ts";
import type { Param } from "../../contract/params.ts";
import { type CivilDate, endOfMonth, parseCivilDate, startOfMonth } from "../../core/civil-date.ts";
import { refuse } from "../../core/errors.ts";
import { jsonText } from "../../core/json-rows.ts";
import { answerOf, plainAnswer, type ToolAnswer } from "./answer.ts";
import { type Arguments, inputOf, neededText, objectOf, onlyKnown, optionalText } from "./arguments.ts";
import type { Caller } from "./caller.ts";
import { describeOperation, findOperation, isRead, searchOperations } from "./catalog.ts";
import { changesOf, COMPARISONS, comparisonOf, earlierDates, periodOf } from "./comparison.ts";
import { type JsonSchema, objectSchema, type Tool } from "./tool.ts";
import { VIEW_URI } from "./view.ts";
import { WHO_AM_I } from "./whoami.ts";

/** The rows of a page, where a tool's caller names no number. A model reads them all. */
const PAGE = 50;
/** The longest list of words in a schema; the card has the longer ones. */
const MOST_WORDS = 12;

/** A parameter's schema in few words. The card reads the value, so the schema is only a hint. */
function hintOf(param: Param<unknown>): JsonSchema {
  const {
    type,
    enum: words,
    items,
  } = param.schema as {
    type?: string;
    enum?: readonly string[];
    items?: object;
  };
  const description = param.description.split(/(?<=\.)\s/)[0] ?? "";
  if (type === undefined) return { type: "string", format: "date", description };
  if (words !== undefined && words.length <= MOST_WORDS) return { type, enum: words, description };
  return items === undefined ? { type, description } : { type, items, description };
}

function schemaOf(
  { pathParams, query }: Operation,
  names: readonly string[],
  more: JsonSchema = {},
): JsonSchema {
  const params: Readonly<Record<string, Param<unknown>>> = { ...pathParams, ...query };
  const taken = names.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]] as const]));
  const required = taken.filter(([name, param]) => param.required || Object.hasOwn(pathParams, name));
  return objectSchema(
    { ...Object.fromEntries(taken.map(([name, param]) => [name, hintOf(param)])), ...more },
    required.map(([name]) => name),
  );
}

/** The members of the structured content that only statements have. */
const BESIDE: JsonSchema = {
  period: {
    type: "object",
    properties: {
      start_date: { type: "string" },
      end_date: { type: "string" },
      is_over: { type: "boolean", description: "False while the days have not ended." },
    },
    required: ["end_date", "is_over"],
  },
  earlier: { type: "object" },
  changes: { type: "array" },
};
/** The members that only a change of data has. */
const CHANGED: JsonSchema = {
  before: { type: ["object", "null"] },
  after: { type: ["object", "null"] },
  repeated: { type: "boolean" },
};

/** What this file reads of the schema of an answer. */
interface ResultSchema {
  readonly required?: readonly string[];
  readonly properties?: { readonly object?: { readonly const?: string } };
}

/**
 * What the list of tools says of an operation's answer: only what tells answers apart. Whole schemas would be
 * longer than everything else in the list, and `describe_operation` gives them.
 */
function answersOf(operation: Operation): JsonSchema {
  const card: ResultSchema | undefined = operation.success.schema;
  const word = card?.properties?.object?.const;
  return {
    ...(word === undefined ? {} : { properties: { object: { const: word } } }),
    ...(card?.required === undefined ? {} : { required: card.required }),
  };
}

/** The schema of a tool's structured content. */
function outputSchemaOf(answers: JsonSchema | null, more: JsonSchema) {
  return {
    type: "object" as const,
    properties: {
      as_of: { type: "string" },
      sign: { type: "string" },
      complete: { type: "boolean" },
      go_on: { type: ["object", "null"] },
      result: { type: ["object", "null"], ...answers },
      error: { type: "object" },
      ...more,
    },
    required: ["as_of", "sign", "complete", "go_on", "result"],
  };
}

/** The output schema of a tool that reads. */
export function readOutput({ answers, view }: Tool) {
  return outputSchemaOf(answers, view === null ? {} : BESIDE);
}

interface NamedRead {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operation: string;
  readonly params: readonly string[];
  /** True for a statement, which can stand beside an earlier one and has a page. */
  readonly isStatement?: true;
}

const PAGING = ["limit", "starting_after"] as const;

const NAMED_READS: readonly NamedRead[] = [
  {
    name: "income_statement",
    title: "Income statement",
    description:
      "Revenue, costs and net income of a period, line by line. To explain a change, ask with `compare_to`, then `drill_down` into the line.",
    operation: "getIncomeStatement",
    params: ["start_date", "end_date", "group_by"],
    isStatement: true,
  },
  {
    name: "balance_sheet",
    title: "Balance sheet",
    description: "Assets, liabilities and equity at the end of a day, with cash.",
    operation: "getBalanceSheet",
    params: ["date"],
    isStatement: true,
  },
  {
    name: "cash_flow",
    title: "Cash flow statement",
    description: "Why cash changed in a period: operating, investing and financing activities.",
    operation: "getCashFlow",
    params: ["start_date", "end_date"],
    isStatement: true,
  },
  {
    name: "drill_down",
    title: "Entries behind a line",
    description:
      "The journal entries that add up to a line of a statement: its `category_id` and the statement's dates; for a balance sheet no `start_date`. A cash flow shows assets with the opposite sign. A `grp_` id has no entries of its own: use the lines under it.",
    operation: "listJournalEntries",
    params: ["category_id", "department_id", "start_date", "end_date", "merchant", "source", ...PAGING],
  },
  {
    name: "totals",
    title: "Totals of categories",
    description:
      "Totals by category and whole months: period categories take `start_date` and `end_date`, balances `date`. Without `category_ids`, all that the dates fit.",
    operation: "listTotals",
    params: ["category_ids", "start_date", "end_date", "date", "merchant"],
  },
  {
    name: "transactions",
    title: "Transactions",
    description: "Bank and card transactions by date, latest first. `status` needs_review finds open ones.",
    operation: "listTransactions",
    params: [
      "start_date",
      "end_date",
      "status",
      "category_id",
      "department_id",
      "account_id",
      "transaction_type",
      ...PAGING,
    ],
  },
  {
    name: "merchants",
    title: "Merchants of a category",
    description:
      "Names of merchants and counterparties in a category. For amounts, use `totals` with `merchant`.",
    operation: "listMerchants",
    params: ["category_id", ...PAGING],
  },
  {
    name: "categories",
    title: "Categories",
    description: "The whole chart of categories: ids, names, account types and parents.",
    operation: "listCategories",
    params: [],
  },
  {
    name: "sheet_read",
    title: "Cells of a spreadsheet",
    description: "A spreadsheet document and calculated cells of its ranges, such as `A1:C10`.",
    operation: "getSheet",
    params: ["id", "ranges", "worksheet_id", "view"],
  },
];

const COMPARE_TO: JsonSchema = {
  type: "string",
  enum: COMPARISONS,
  description:
    "By the calendar: whole months beside whole months, a month, quarter or year so far beside the same days of the one before.",
};

/** The operations that read whole months, whatever the day in a date is. */
const OF_MONTHS: ReadonlySet<string> = new Set(["listTotals", "getTotal"]);

/** What an answer has to say of its arguments: that more was added up than the days that they name. */
function remarkOfMonths(operation: string, { start_date, end_date, date }: Arguments): string | null {
  if (!OF_MONTHS.has(operation)) return null;
  const start = parseCivilDate(String(start_date));
  const ends = [end_date, date].map((day) => parseCivilDate(String(day)));
  const isWhole =
    (start === null || start === startOfMonth(start)) &&
    ends.every((end) => end === null || end === endOfMonth(end));
  return isWhole
    ? null
    : "These are totals of WHOLE MONTHS: the day in a date was ignored. For other days use a statement.";
}

/**
 * What an answer says beside its result: of totals, that whole months were added up, and of a statement, its
 * days, and that they are not over.
 */
function besides(operation: string, asked: Arguments, output: unknown, today: CivilDate) {
  const period = periodOf(output, today);
  if (period === null) return { remark: remarkOfMonths(operation, asked), more: {} };
  const { end_date, is_over } = period;
  const remark = `The period is NOT OVER: it ends on ${end_date}, and today is ${today}. More may be booked in it.`;
  return { remark: is_over ? null : remark, more: { period: JSON.stringify(period) } };
}

function namedRead(read: NamedRead, operation: Operation): Tool {
  const isPaged = operation.paging.kind === "cursor";
  const more = read.isStatement ? { compare_to: COMPARE_TO } : {};
  return {
    name: read.name,
    title: read.title,
    description: read.description,
    inputSchema: schemaOf(operation, read.params, more),
    changesData: false,
    view: read.isStatement ? VIEW_URI : null,
    answers: answersOf(operation),
    async run(caller, given) {
      const { compare_to, ...asked } = given;
      onlyKnown(given, [...read.params, ...Object.keys(more)]);
      const comparison = read.isStatement ? comparisonOf(compare_to) : null;
      const input = isPaged ? { limit: PAGE, ...asked } : asked;
      const bound = caller.operation(read.operation);
      const { output, json } = await caller.call(bound, inputOf(operation, input));
      const beside = besides(operation.id, asked, output, caller.today);
      const answered = { tool: read.name, operation: operation.id, given, now: caller.now, json, output };
      if (comparison === null) return answerOf({ ...answered, ...beside });
      const { fiscal_year_start_month } = await caller.services.company.read(caller.identity.company_id);
      const dates = earlierDates(output, comparison, fiscal_year_start_month);
      const earlier = await caller.call(bound, inputOf(operation, { ...asked, ...dates }));
      const changes = JSON.stringify(changesOf(output, earlier.output));
      return answerOf({
        ...answered,
        remark: [beside.remark, comparedText(dates)].filter((line) => line !== null).join("\n"),
        more: { ...beside.more, earlier: jsonText(earlier.json), changes },
      });
    },
  };
}

/** Names the days of an earlier statement. */
function comparedText({ start_date, end_date, date }: Arguments): string {
  const [from, to, at] = [start_date, end_date, date].map((each) => (typeof each === "string" ? each : ""));
  return `Compared with ${at === "" ? `${from} to ${to}` : `the end of ${at}`}.`;
}

/** The operations behind the kinds of filings. */
const FILINGS: Readonly<Record<string, string>> = {
  taxes: "listTaxes",
  tax_credits: "listTaxCredits",
  forms_1099: "listForms1099",
};

/** Calls an operation that the arguments choose, and answers in the name of the tool. */
async function callChosen(
  caller: Caller,
  tool: string,
  id: string,
  given: Arguments,
  asked: Arguments,
): Promise<ToolAnswer> {
  const bound = findOperation(caller.services.operations, id);
  const { operation } = bound;
  if (!isRead(operation))
    throw refuse("invalid_request", {
      param: "operation",
      message: `\`${id}\` changes data; use \`write_operation\`.`,
    });
  const input = operation.paging.kind === "cursor" ? { limit: PAGE, ...asked } : asked;
  const { output, json } = await caller.call(bound, inputOf(operation, input));
  const beside = besides(id, asked, output, caller.today);
  return answerOf({ tool, operation: id, given, now: caller.now, json, output, ...beside });
}

const TEXT = { type: "string" } as const;
const OPERATION = { ...TEXT, description: "An operation's id, as `search_operations` returns it." };

const FILINGS_TOOL: Tool = {
  name: "filings",
  title: "Filings",
  description: "Tax filings, tax credits, or vendor 1099 forms, with their status.",
  inputSchema: objectSchema(
    {
      kind: { ...TEXT, enum: Object.keys(FILINGS) },
      year: { type: "integer" },
      limit: { type: "integer" },
      starting_after: TEXT,
    },
    ["kind"],
  ),
  changesData: false,
  view: null,
  answers: null,
  async run(caller, given) {
    onlyKnown(given, ["kind", "year", ...PAGING]);
    const { kind, ...asked } = given;
    const word = neededText({ kind }, "kind");
    const id = Object.hasOwn(FILINGS, word) ? FILINGS[word] : undefined;
    if (id === undefined)
      throw refuse("invalid_request", {
        param: "kind",
        message: `\`kind\` must be one of ${Object.keys(FILINGS).join(", ")}.`,
      });
    return callChosen(caller, "filings", id, given, asked);
  },
};

const SHEET_SEARCH: Tool = {
  name: "sheet_search",
  title: "Find spreadsheets or cells",
  description: "With `id`, cells of that document that contain `query`; without, documents by name.",
  inputSchema: objectSchema({
    id: { ...TEXT, description: "The document, `sht_...`." },
    query: TEXT,
    limit: { type: "integer" },
    starting_after: TEXT,
  }),
  changesData: false,
  view: null,
  answers: null,
  async run(caller, given) {
    onlyKnown(given, ["id", "query", ...PAGING]);
    const id = optionalText(given, "id") === null ? "listSheets" : "listSheetCells";
    return callChosen(caller, "sheet_search", id, given, given);
  },
};

const SEARCH: Tool = {
  name: "search_operations",
  title: "Search operations",
  description: "Finds operations of the API by words, such as `invoices unpaid`.",
  inputSchema: objectSchema({ query: TEXT }, ["query"]),
  changesData: false,
  view: null,
  answers: null,
  async run(caller, given) {
    onlyKnown(given, ["query"]);
    const query = neededText(given, "query");
    const result = searchOperations(caller.services.operations, query, caller.identity.permissions);
    return plainAnswer(
      `${result.found} operations found; see \`result\`.`,
      caller.now,
      JSON.stringify(result),
    );
  },
};

const DESCRIBE: Tool = {
  name: "describe_operation",
  title: "Describe an operation",
  description: "Parameters, body, answer and errors of one operation, as JSON Schema.",
  inputSchema: objectSchema({ operation: OPERATION }, ["operation"]),
  changesData: false,
  view: null,
  answers: null,
  async run(caller, given) {
    onlyKnown(given, ["operation"]);
    const id = neededText(given, "operation");
    const { operation } = findOperation(caller.services.operations, id);
    const result = describeOperation(operation, caller.identity.permissions);
    return plainAnswer(
      `${operation.id}: ${operation.summary}; see \`result\`.`,
      caller.now,
      JSON.stringify(result),
    );
  },
};

const READ: Tool = {
  name: "read_operation",
  title: "Read anything",
  description: "Calls any operation that only reads. Parameters of path and query go into `parameters`.",
  inputSchema: objectSchema({ operation: OPERATION, parameters: { type: "object" } }, ["operation"]),
  changesData: false,
  view: null,
  answers: null,
  async run(caller, given) {
    onlyKnown(given, ["operation", "parameters"]);
    const id = neededText(given, "operation");
    return callChosen(caller, "read_operation", id, given, objectOf(given, "parameters"));
  },
};

/** The name of the tool that changes data, which `writes.ts` runs. */
export const WRITE_NAME = "write_operation";
export const WRITE_SCHEMA = objectSchema(
  { operation: OPERATION, parameters: { type: "object" }, body: { type: "object" } },
  ["operation"],
);

export const WRITE_OUTPUT = outputSchemaOf(null, CHANGED);

/** The tools that read, by name; those of operations that a server does not have are left out. */
export function readTools(operations: readonly Operation[]): ReadonlyMap<string, Tool> {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const named = NAMED_READS.flatMap((read) => {
    const operation = byId.get(read.operation);
    return operation === undefined ? [] : [namedRead(read, operation)];
  });
  const tools = [WHO_AM_I, ...named, SHEET_SEARCH, FILINGS_TOOL, SEARCH, DESCRIBE, READ];
  return new Map(tools.map((tool) => [tool.name, tool]));
}
