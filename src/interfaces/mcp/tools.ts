/**
 * The tools: named reads for what people ask most, and four tools over all operations. A named read is data:
 * its operation, the parameters of the card that it takes, and a sentence. Schemas come from the cards.
 */
import type { Bound, Operation } from "../../contract/operation.ts";
import type { Param } from "../../contract/params.ts";
import { type CivilDate, endOfMonth, parseCivilDate, startOfMonth } from "@daybook/words/civil-date";
import { refuse } from "../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { answerOf, plainAnswer, type ToolAnswer } from "./answer.ts";
import { type Arguments, inputOf, neededText, objectOf, onlyKnown, optionalText } from "./arguments.ts";
import type { Caller } from "./caller.ts";
import { describeOperation, findOperation, isRead, searchOperations } from "./catalog.ts";
import { changesOf, COMPARISONS, comparisonOf, earlierDates, periodOf } from "./comparison.ts";
import { compacted, shownName } from "./compact.ts";
import { NAMED_READS, type NamedRead, PAGING } from "./named-reads.ts";
import { SERIES } from "./series.ts";
import { dollarsOf, LINE_PARAMS, shownChanges, shownLines, wantedLines } from "./shown-lines.ts";
import { type JsonSchema, objectSchema, type Tool } from "./tool.ts";
import { VIEW_URI } from "./view.ts";
import { WHO_AM_I } from "./whoami.ts";

/** The rows of a page, where a tool's caller names no number, and at most. A model reads them all. */
const PAGE = 50;
const MOST_ROWS = 100;
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

/** The members that only a change of data has. */
const CHANGED: JsonSchema = {
  before: { type: ["object", "null"] },
  after: { type: ["object", "null"] },
  repeated: { type: "boolean" },
};

/** What this file reads of the schema of an answer. */
interface ResultSchema {
  readonly properties?: {
    readonly object?: { readonly const?: string };
    readonly data?: { readonly items?: { readonly properties?: object } };
  };
}

/**
 * The schema of an operation's answer in the list of tools: only what distinguishes answers. Whole schemas
 * would be longer than everything else in the list, and `describe_operation` gives them.
 */
function answersOf(operation: Operation): JsonSchema {
  const card: ResultSchema | undefined = operation.success.schema;
  const word = card?.properties?.object?.const;
  return word === undefined ? {} : { properties: { object: { const: word } } };
}

/** The schema of a tool's structured content, in few words: all tools are listed together. */
function outputSchemaOf(answers: JsonSchema | null, more: JsonSchema = {}) {
  return {
    type: "object" as const,
    properties: {
      complete: { type: "boolean" },
      result: { type: ["object", "null"], ...answers },
      ...more,
    },
    required: ["remarks", "complete", "result"],
  };
}

/** The output schema of a tool that reads. */
export function readOutput({ answers }: Tool) {
  return outputSchemaOf(answers);
}

const COMPARE_TO: JsonSchema = {
  type: "string",
  enum: COMPARISONS,
  description: "By the calendar: whole months beside whole months, days so far beside the same days before.",
};

const COLUMNS: JsonSchema = {
  type: "array",
  items: { type: "string" },
  description: "The columns to show, such as date, amount and merchant_name; by default all.",
};

const DOLLARS: JsonSchema = { type: "number", description: "In dollars, without its sign." };

/** The operations that read whole months, whatever day a date names. */
const OF_MONTHS: ReadonlySet<string> = new Set(["listTotals", "getTotal"]);

/** Remarks about the arguments: that more was added up than the days that they name. */
function remarksOfMonths(operation: string, { start_date, end_date, date }: Arguments): string[] {
  if (!OF_MONTHS.has(operation)) return [];
  const start = parseCivilDate(String(start_date));
  const ends = [end_date, date].map((day) => parseCivilDate(String(day)));
  const isWhole =
    (start === null || start === startOfMonth(start)) &&
    ends.every((end) => end === null || end === endOfMonth(end));
  return isWhole
    ? []
    : ["These are totals of WHOLE MONTHS: the day in a date was ignored. For other days use a statement."];
}

/** The operations whose rows are categories with all that is below them. */
const WITH_PARTS: ReadonlySet<string> = new Set(["listTotals"]);
const NESTED =
  "The total of a category holds those of the categories below it (`parent_id` in `categories`): don't add both.";

/**
 * Remarks beside a result: for totals, that whole months were added up and that some totals are parts of
 * others; for a statement, its days, and whether they are over.
 */
function besides(operation: string, asked: Arguments, output: unknown, today: CivilDate) {
  const period = periodOf(output, today);
  if (period === null) {
    const nested = WITH_PARTS.has(operation) ? [NESTED] : [];
    return { remarks: [...remarksOfMonths(operation, asked), ...nested], more: {} };
  }
  const { end_date, is_over } = period;
  const open = `The period is NOT OVER: it ends on ${end_date}, and today is ${today}. More may be booked in it.`;
  return { remarks: is_over ? [] : [open], more: { period: { ...period, basis: "accrual" } } };
}

/** The arguments of an operation whose answer is a page: at most as many rows as a model can read. */
function pageInput({ paging }: Operation, asked: Arguments): Arguments {
  if (paging.kind !== "cursor") return asked;
  const limit = asked["limit"] ?? PAGE;
  // The card refuses any other value.
  const isLong = Number(limit) > MOST_ROWS && Number(limit) <= LIMITS.page_size_max.value;
  return { ...asked, limit: isLong ? MOST_ROWS : limit };
}

/** The columns of a list that the caller picks; null for all. Refuses `invalid_request` for others than it has. */
function pickedColumns({ success }: Operation, columns: unknown): ReadonlySet<string> | null {
  if (columns === undefined) return null;
  const card: ResultSchema = success.schema ?? {};
  const known = Object.keys(card.properties?.data?.items?.properties ?? {}).map(shownName);
  const wanted: readonly unknown[] = Array.isArray(columns) ? columns : [columns];
  if (wanted.length === 0 || !wanted.every((name) => known.some((each) => each === name)))
    throw refuse("invalid_request", {
      param: "columns",
      message: `\`columns\` must be some of ${known.join(", ")}.`,
    });
  return new Set(wanted.map(String));
}

interface Question {
  readonly tool: string;
  readonly given: Arguments;
  /** The arguments of the operation. */
  readonly asked: Arguments;
  readonly columns?: ReadonlySet<string> | null;
}

/** Calls an operation that reads, and answers in the name of a tool. */
async function answerTo(
  caller: Caller,
  bound: Bound,
  { tool, given, asked, columns = null }: Question,
): Promise<ToolAnswer> {
  const { operation } = bound;
  const { output } = await caller.call(bound, inputOf(operation, pageInput(operation, asked)));
  const beside = besides(operation.id, asked, output, caller.today);
  return answerOf(caller, { tool, operation: operation.id, given, output, columns, ...beside });
}

function namedRead(read: NamedRead, operation: Operation): Tool {
  const more = read.isStatement
    ? { compare_to: COMPARE_TO, ...LINE_PARAMS }
    : {
        ...(operation.paging.kind === "cursor" ? { columns: COLUMNS } : {}),
        ...Object.fromEntries(Object.keys(read.dollars ?? {}).map((name) => [name, DOLLARS])),
      };
  return {
    name: read.name,
    title: read.title,
    description: read.description,
    inputSchema: schemaOf(operation, read.params, more),
    changesData: false,
    view: read.isStatement ? VIEW_URI : null,
    answers: answersOf(operation),
    async run(caller, given) {
      onlyKnown(given, [...read.params, ...Object.keys(more)]);
      if (read.isStatement) return statementAnswer(caller, read, operation, given);
      const { columns: picked, ...named } = given;
      const columns = pickedColumns(operation, picked);
      const asked = Object.fromEntries(
        Object.entries(named).map(([name, value]) => {
          const ofCents = read.dollars?.[name];
          return ofCents === undefined ? [name, value] : [ofCents, dollarsOf(name, value)];
        }),
      );
      return answerTo(caller, caller.operation(read.operation), { tool: read.name, given, asked, columns });
    },
  };
}

/** A statement, alone or beside an earlier one, with the lines that a model can read. */
async function statementAnswer(
  caller: Caller,
  { name, params }: NamedRead,
  operation: Operation,
  given: Arguments,
): Promise<ToolAnswer> {
  const wanted = wantedLines(given);
  const comparison = comparisonOf(given["compare_to"]);
  const asked = Object.fromEntries(Object.entries(given).filter(([param]) => params.includes(param)));
  const bound = caller.operation(operation.id);
  const { output } = await caller.call(bound, inputOf(operation, asked));
  const { remarks, more } = besides(operation.id, asked, output, caller.today);
  const shown = shownLines(output as Readonly<Record<string, unknown>>, wanted);
  const answered = {
    tool: name,
    operation: operation.id,
    given,
    output: shown.statement,
    missing: shown.goOn && {
      how: "This shows all lines.",
      tool: name,
      arguments: { ...given, ...shown.goOn },
    },
  };
  if (comparison === null)
    return answerOf(caller, { ...answered, more, remarks: [...remarks, ...shown.remarks] });
  const { fiscal_year_start_month } = await caller.services.company.read(caller.identity.company_id);
  const dates = earlierDates(output, comparison, fiscal_year_start_month);
  const earlier = await caller.call(bound, inputOf(operation, { ...asked, ...dates }));
  const { changes, leftOut, remarks: ofChanges } = shownChanges(changesOf(output, earlier.output), wanted);
  return answerOf(caller, {
    ...answered,
    remarks: [...remarks, comparedText(dates), ...shown.remarks, ...ofChanges],
    more: { ...more, compared_with: { ...dates, changes_left_out: leftOut }, changes },
  });
}

/** Names the days of an earlier statement. */
function comparedText({ start_date, end_date, date }: Arguments): string {
  const [from, to, at] = [start_date, end_date, date].map((each) => (typeof each === "string" ? each : ""));
  return `Compared with ${at === "" ? `${from} to ${to}` : `the end of ${at}`}.`;
}

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
  return answerTo(caller, bound, { tool, given, asked });
}

const TEXT = { type: "string" } as const;
const OPERATION = { ...TEXT, description: "An operation's id, as `search_operations` returns it." };

/** A tool whose argument `kind` chooses the operation that it reads by. */
function toolOfKinds(
  { name, title, description }: Pick<Tool, "name" | "title" | "description">,
  kinds: Readonly<Record<string, string>>,
  properties: Readonly<Record<string, JsonSchema>>,
): Tool {
  const words = Object.keys(kinds);
  return {
    name,
    title,
    description,
    inputSchema: objectSchema({ kind: { ...TEXT, enum: words }, ...properties }, ["kind"]),
    changesData: false,
    view: null,
    answers: null,
    async run(caller, given) {
      onlyKnown(given, ["kind", ...Object.keys(properties)]);
      const { kind, ...asked } = given;
      const word = neededText({ kind }, "kind");
      const id = Object.hasOwn(kinds, word) ? kinds[word] : undefined;
      if (id === undefined)
        throw refuse("invalid_request", {
          param: "kind",
          message: `\`kind\` must be one of ${words.join(", ")}.`,
        });
      return callChosen(caller, name, id, given, asked);
    },
  };
}

const FILINGS = toolOfKinds(
  {
    name: "filings",
    title: "Filings",
    description: "Tax filings, tax credits, or vendor 1099 forms, with their status.",
  },
  { taxes: "listTaxes", tax_credits: "listTaxCredits", forms_1099: "listForms1099" },
  { year: { type: "integer" }, limit: { type: "integer" }, starting_after: TEXT },
);

const AGEING = toolOfKinds(
  {
    name: "ageing",
    title: "Open items by age",
    description: "What customers owe, or vendors are owed, by days past due, beside the ledger.",
  },
  { receivables: "getReceivables", payables: "getPayables" },
  { date: { type: "string", format: "date" } },
);

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
    return plainAnswer(`${result.found} operations found.`, caller.now, {
      ...result,
      operations: compacted(result.operations),
    });
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
    return plainAnswer(`${operation.id}: ${operation.summary}.`, caller.now, result);
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
  const tools = [WHO_AM_I, ...named, SERIES, AGEING, SHEET_SEARCH, FILINGS, SEARCH, DESCRIBE, READ];
  return new Map(tools.map((tool) => [tool.name, tool]));
}
