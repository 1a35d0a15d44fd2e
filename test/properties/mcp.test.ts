/**
 * Random calls of tools against the API: every answer is the API's, member by member, but for what is null
 * and for lines of zero, which say nothing; a refusal is the API's refusal, and an answer that is one page of
 * several never says that it is complete. A comparison has the change of every line between the two
 * statements of the API.
 * `DAYBOOK_TOOL_CALLS` sets how many calls are made.
 */
import { expect, test } from "vitest";
import { testApp } from "../support/app.ts";
import { callTool, type Structured, withoutNulls } from "../support/mcp.ts";
import { exchange } from "../support/exchange.ts";
import { API_ROOT } from "../../src/contract/operation.ts";
import { Prng } from "../../src/sample/prng.ts";

const CALLS = Number(process.env["DAYBOOK_TOOL_CALLS"] ?? 2_500);
/** Calls at the same time. */
const AT_ONCE = 8;

const http = await testApp();

const DATES = [
  "2025-01-01",
  "2025-06-30",
  "2026-01-15",
  "2026-02-28",
  "2026-03-31",
  "2026-05-20",
  "2026-02-30",
  "soon",
];
const CATEGORIES = [
  "cat_software",
  "cat_hosting",
  "cat_payroll",
  "cat_subscriptions",
  "cat_cash",
  "cat_payroll-direct",
  "cat_nowhere",
];
const LIMITS = [1, 2, 7, 50, 100, 300, 0, 501];

type Given = Readonly<Record<string, string | number | readonly string[]>>;

/** A tool, its arguments, and the same as the path of a request. */
interface Drawn {
  readonly tool: string;
  readonly given: object;
  readonly target: string;
  /** The part of `result` that the request answers; by default all of it. */
  readonly part?: string;
}

type Statement = Readonly<Record<string, unknown>>;

/** The amounts of a statement's lines, by the names of section and category. */
function linesOf(statement: Statement): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const [section, value] of Object.entries(statement)) {
    const { categories = [] } = (value ?? {}) as { categories?: readonly Record<string, unknown>[] };
    for (const { category_id, amount_cents, balance_cents } of categories)
      lines.set(`${section}.${String(category_id)}`, Number(amount_cents ?? balance_cents));
  }
  return lines;
}

/** Fails unless the changes of a comparison are those between its two statements. */
function checkChanges(
  what: string,
  { changes = [], compared_with }: Structured,
  now: Statement,
  then: Statement,
): void {
  const [after, before] = [linesOf(now), linesOf(then)];
  const last = compared_with?.changes_left_out === 0 ? undefined : changes.at(-1);
  const leastListed = Math.abs(Number(last?.["change_cents"] ?? 0));
  const changed = new Map(changes.map(({ line, change_cents }) => [line, change_cents]));
  for (const line of new Set([...after.keys(), ...before.keys()])) {
    const change = (after.get(line) ?? 0) - (before.get(line) ?? 0);
    const listed = changed.get(line);
    if (listed !== undefined) expect([what, line, listed]).toEqual([what, line, change]);
    else expect([what, line, Math.abs(change) <= leastListed]).toEqual([what, line, true]);
  }
  const sizes = changes.map(({ change_cents }) => Math.abs(Number(change_cents)));
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  for (const { amount_cents, earlier_cents, change_cents } of changes)
    expect([what, Number(amount_cents) - Number(earlier_cents)]).toEqual([what, change_cents]);
}

const LISTS: ReadonlySet<string> = new Set(["categories", "departments"]);

/** A statement without the lines of zero that have nothing below them; any other answer as it is. */
function telling(value: unknown, isStatement: boolean): unknown {
  if (!isStatement || typeof value !== "object" || value === null) return value;
  const section = (name: string, member: unknown): unknown => {
    if (!LISTS.has(name) || !Array.isArray(member)) return member;
    const lines = member as readonly Readonly<Record<string, unknown>>[];
    const idOf = (line: Readonly<Record<string, unknown>>) => line["category_id"] ?? line["department_id"];
    const kept = new Set<unknown>();
    for (const line of lines.toReversed()) {
      if (Number(line["amount_cents"] ?? line["balance_cents"]) === 0 && !kept.has(idOf(line))) continue;
      kept.add(idOf(line)).add(line["parent_category_id"] ?? line["parent_department_id"]);
    }
    return lines.filter((line) => kept.has(idOf(line)));
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === "object" && member !== null && !Array.isArray(member)
        ? Object.fromEntries(
            Object.entries(member as Statement).map(([each, inner]) => [each, section(each, inner)]),
          )
        : member,
    ]),
  );
}

function queryOf(given: Given): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "object") for (const each of value) query.append(`${name}[]`, each);
    else query.append(name, String(value));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

test(
  `${CALLS} random calls give what the API gives, whole or marked as not whole`,
  { timeout: 900_000 },
  async () => {
    const { api_key: key } = await http.app.intake.seed({ entries: 10_000 });
    const prng = new Prng(20_260_520, "tools");
    const pick = <T>(values: readonly T[]): T => {
      const value = values[prng.integer(0, values.length - 1)];
      // The lists have no holes, so this is the chosen one.
      return value as T;
    };
    const maybe = (name: string, values: readonly (string | number)[]): Given => {
      const value = pick([...values, undefined]);
      return value === undefined ? {} : { [name]: value };
    };
    const range = (): Given => ({ ...maybe("start_date", DATES), ...maybe("end_date", DATES) });
    const page = (): Given => maybe("limit", LIMITS);

    /** The limit of a page that the tools ask for if none is given. */
    const asked = (given: Given): string => {
      const { limit = 50 } = given;
      return queryOf({ ...given, limit: Number(limit) > 100 && Number(limit) <= 500 ? 100 : limit });
    };
    const statement = (tool: string, given: Given): Drawn => ({
      tool,
      given: { ...given, ...maybe("compare_to", ["previous_period", "previous_year"]) },
      target: `/reports/${tool}${queryOf(given)}`,
    });
    const draws: readonly (() => Drawn)[] = [
      () => {
        const given = { ...range(), ...maybe("group_by", ["category", "department", "odd"]) };
        return statement("income_statement", given);
      },
      () => statement("balance_sheet", maybe("date", DATES)),
      () => statement("cash_flow", range()),
      () => ({ tool: "whoami", given: {}, target: "/company", part: "company" }),
      () => {
        const id = pick(["sht_forecast", "sht_forecast", "sht_nowhere"]);
        const given: Given = {
          ranges: pick([["A1:B5"], ["A1:C4", "D2"], ["nonsense"]]),
          ...maybe("view", ["values", "both", "odd"]),
        };
        return { tool: "sheet_read", given: { id, ...given }, target: `/sheets/${id}${queryOf(given)}` };
      },
      () => {
        const given = { ...page(), ...maybe("query", ["forecast", "nothing"]) };
        return { tool: "sheet_search", given, target: `/sheets${asked(given)}` };
      },
      () => {
        const given = { ...page(), query: pick(["Revenue", "a", "nothing"]) };
        const id = pick(["sht_forecast", "sht_nowhere"]);
        return {
          tool: "sheet_search",
          given: { id, ...given },
          target: `/sheets/${id}/cells${asked(given)}`,
        };
      },
      () => {
        const given = { ...range(), ...page(), ...maybe("category_id", CATEGORIES) };
        return { tool: "drill_down", given, target: `/journal_entries${asked(given)}` };
      },
      () => {
        const ids = [pick(CATEGORIES), pick(CATEGORIES)];
        const given: Given = { ...range(), ...(pick([true, false]) ? { category_ids: ids } : {}) };
        return { tool: "totals", given, target: `/aggregations/totals${queryOf(given)}` };
      },
      () => {
        const given = { ...range(), ...page(), ...maybe("status", ["needs_review", "approved", "odd"]) };
        return { tool: "transactions", given, target: `/transactions${asked(given)}` };
      },
      () => {
        const given = { ...page(), ...maybe("category_id", CATEGORIES) };
        return { tool: "merchants", given, target: `/parties/merchants${asked(given)}` };
      },
      () => ({ tool: "categories", given: {}, target: "/categories" }),
      () => {
        const [kind = "", path = ""] = pick([
          ["taxes", "/taxes"],
          ["tax_credits", "/tax_credits"],
          ["forms_1099", "/forms/1099"],
        ]);
        const given = { ...page(), ...maybe("year", [2024, 2025, "odd"]) };
        return { tool: "filings", given: { kind, ...given }, target: `${path}${asked(given)}` };
      },
      () => {
        const given = { ...page(), ...maybe("status", ["open", "paid", "odd"]) };
        const parameters = given;
        return {
          tool: "read_operation",
          given: { operation: "listInvoices", parameters },
          target: `/invoices${asked(given)}`,
        };
      },
      () => ({
        tool: "read_operation",
        given: { operation: "listAccounts" },
        target: `/accounts${asked({})}`,
      }),
    ];

    const answers = new Map<string, Promise<{ status: number; body: unknown }>>();
    const apiAnswer = (target: string) => {
      const known = answers.get(target) ?? exchange(`${http.address}${API_ROOT}${target}`, { key });
      answers.set(target, known);
      return known;
    };
    let refused = 0;
    let incomplete = 0;
    let compared = 0;
    const checkOne = async ({ tool, given, target, part }: Drawn): Promise<void> => {
      const options = { era: pick(["modern", "legacy"] as const), byLibrary: prng.integer(1, 10) === 1 };
      const { isError, structured } = await callTool(http.address, key, tool, given, options);
      const { status, body } = await apiAnswer(target);
      const what = `${tool} ${JSON.stringify(given)}`;
      if (status !== 200) {
        refused += 1;
        const { error } = body as { error: object };
        expect([what, isError, structured.error]).toEqual([what, true, { ...error, status }]);
        return;
      }
      const shown = part === undefined ? structured.result : structured.result[part];
      const whole = withoutNulls(telling(body, target.startsWith("/reports/")));
      expect([what, isError, withoutNulls(shown)]).toEqual([what, false, whole]);
      if ("compare_to" in given) {
        compared += 1;
        const { compared_with: earlier = {}, result } = structured;
        const { date, start_date, end_date } = earlier as Readonly<Record<string, string>>;
        const dates = date === undefined ? `start_date=${start_date}&end_date=${end_date}` : `date=${date}`;
        const group = "group_by" in given ? `&group_by=${String(given.group_by)}` : "";
        const before = await apiAnswer(`/reports/${tool}?${dates}${group}`);
        expect(String(date ?? end_date) < String(result["date"] ?? result["end_date"])).toBe(true);
        checkChanges(what, structured, body as Statement, before.body as Statement);
      }
      checkWhole(what, structured, body);
    };
    const checkWhole = (what: string, { complete, go_on }: Structured, body: unknown): void => {
      const {
        has_more = false,
        next_cursor,
        calculation,
      } = body as {
        has_more?: boolean;
        next_cursor?: string;
        calculation?: { status: string };
      };
      if (has_more) incomplete += 1;
      const isCut = has_more || !["complete", "error", undefined].includes(calculation?.status);
      expect([what, complete]).toEqual([what, !isCut]);
      if (has_more) expect(JSON.stringify(go_on?.arguments)).toContain(JSON.stringify(next_cursor));
    };
    /** A search has no request of its own: it finds every operation whose path has the word. */
    const checkSearch = async (word: string): Promise<void> => {
      const { structured } = await callTool(http.address, key, "search_operations", { query: word });
      const { found, operations } = structured.result as {
        found: number;
        operations: readonly { operation: string }[];
      };
      const ids = operations.map(({ operation }) => operation);
      const known = http.app.operations
        .filter(({ operation }) => operation.path.split("/").includes(word))
        .map(({ operation }) => operation.id);
      expect([word, ids, found, structured.complete]).toEqual([
        word,
        expect.arrayContaining(known),
        ids.length,
        true,
      ]);
    };
    for (let made = 0; made < CALLS; made += AT_ONCE) {
      const searched = pick(["transactions", "invoices", "sheets", "team", "nothing"]);
      const calls = Array.from({ length: AT_ONCE - 1 }, () => checkOne(pick(draws)()));
      await Promise.all([checkSearch(searched), ...calls]);
    }
    expect(compared).toBeGreaterThan(CALLS / 100);
    // Neither kind is rare, or the test would say little.
    expect(refused).toBeGreaterThan(CALLS / 50);
    expect(incomplete).toBeGreaterThan(CALLS / 50);
  },
);
