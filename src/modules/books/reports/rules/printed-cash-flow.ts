/**
 * The cash flow statement as it is printed and shown: investing and financing gross, by the vouchers that
 * moved cash (ASC 230-10-45-7, 45-26), without the vouchers that moved none (230-10-50-3), and acquisitions
 * by what was paid (230-10-45-13). The API's statement has a line for each category instead. Invariant: each
 * line is the sum of legs of vouchers, which its entries are.
 */
import { addCents, type Cents, negateCents, sumCents, ZERO_CENTS } from "@daybook/words/cents";
import { isPointInTime } from "@daybook/words/ledger-words";
import { type CategoryRow, isLease } from "../../chart/index.ts";
import { ACQUISITIONS_LINE, type FlowLine, type FlowRow, type Flows, type Sums } from "../../ledger/index.ts";
import {
  activitiesOf,
  type CashFlow,
  DURING,
  NON_CASH_ID,
  type NonCashActivity,
  statementOf,
} from "./cash-flow.ts";
import { type Line, linesOfPart, positionAfter } from "./lines.ts";

type Place = "investing" | "financing" | "adjustment";

const INFLOWS = "grp_in_";
const OUTFLOWS = "grp_out_";

/** Returns the flows that a line of investing or financing shows by itself; null for the line of a category. */
export function readFlowLine(lineId: string): FlowLine | null {
  if (lineId === ACQUISITIONS_LINE) return { line: lineId, direction: 0 };
  if (lineId.startsWith(INFLOWS)) return { line: lineId.slice(INFLOWS.length), direction: 1 };
  return lineId.startsWith(OUTFLOWS) ? { line: lineId.slice(OUTFLOWS.length), direction: -1 } : null;
}

const ADJUSTMENT = "grp_adjusted_";

/**
 * Returns the id of the category of investing or financing that a line adjusts net income for; null for
 * another line.
 */
export function readAdjustment(lineId: string): string | null {
  return lineId.startsWith(ADJUSTMENT) ? lineId.slice(ADJUSTMENT.length) : null;
}

/** Returns the categories that have inflows and outflows in some of the periods, which are shown apart. */
export function grossCategories(ofPeriods: readonly Flows[]): ReadonlySet<string> {
  const lines = { in: new Set<string>(), out: new Set<string>() };
  for (const { place, line, direction } of ofPeriods.flatMap(({ rows }) => rows))
    if (line !== null && place !== "adjustment" && line !== ACQUISITIONS_LINE && direction !== 0)
      lines[direction > 0 ? "in" : "out"].add(line);
  return new Set([...lines.in].filter((line) => lines.out.has(line)));
}

/** Computes a printed statement. `gross` are the categories whose inflows and outflows are shown apart. */
export function printedCashFlow(
  sums: Sums,
  { rows, depreciation }: Flows,
  gross: ReadonlySet<string>,
): CashFlow {
  const { categories } = sums;
  const elsewhere = new Map<string, Cents>();
  const shown = new Map<string, Cents>();
  const add = (map: Map<string, Cents>, key: string, amount: Cents): void => {
    map.set(key, addCents(map.get(key) ?? ZERO_CENTS, amount));
  };
  for (const { category_id, place, line, direction, effect_cents } of rows) {
    add(elsewhere, category_id, place === "earlier" ? negateCents(effect_cents) : effect_cents);
    if (line !== null && direction !== 0) add(shown, `${place} ${line} ${direction}`, effect_cents);
  }
  const balances = new Set<string>(
    categories.filter((row) => isPointInTime(row.account_type)).map(({ id }) => id),
  );
  const effectOf = (id: string): Cents => {
    const effect = negateCents(sums.cell(DURING, id)?.netDebitCents ?? ZERO_CENTS);
    const moved = balances.has(id) ? elsewhere.get(id) : undefined;
    return moved === undefined ? effect : addCents(effect, negateCents(moved));
  };
  const flow = (place: Place, { line, direction }: FlowLine): Cents =>
    sumCents(
      (direction === 0 ? [1, -1] : [direction]).map(
        (each) => shown.get(`${place} ${line} ${each}`) ?? ZERO_CENTS,
      ),
    );
  const linesOf = (place: Place): Line[] =>
    linesOfPart(
      categories.flatMap((row) => (gross.has(row.id) ? [row, ...flowsOf(row, categories)] : [row])),
      (row) => row.cash_flow === place,
      (id) => {
        const apart = readFlowLine(id);
        if (apart === null && gross.has(id)) return ZERO_CENTS;
        return flow(place, apart ?? { line: id, direction: 0 });
      },
    );
  // Such as an impairment, or interest that is added to a loan.
  const adjustments = linesOfPart(
    categories,
    (row) => row.cash_flow === "investing" || row.cash_flow === "financing",
    (id) => flow("adjustment", { line: id, direction: 0 }),
  ).map((line): Line => ({
    ...line,
    id: `${ADJUSTMENT}${line.id}`,
    position: 2 * positionAfter(categories) + line.position,
    parentId: line.parentId === null ? NON_CASH_ID : `${ADJUSTMENT}${line.parentId}`,
  }));
  const paid = flow("investing", { line: ACQUISITIONS_LINE, direction: 0 });
  const acquisitions: Line = {
    id: ACQUISITIONS_LINE,
    name: "Acquisitions, Net of Cash Acquired",
    amount: paid,
    position: positionAfter(categories),
    parentId: null,
  };
  return statementOf(sums, {
    effectOf,
    adjustments,
    investing: [...linesOf("investing"), ...(paid === 0 ? [] : [acquisitions])],
    financing: linesOf("financing"),
    nonCash: disclosed(categories, rows),
    depreciation,
  });
}

/** The inflows and the outflows of a category, as its last children. */
function flowsOf(row: CategoryRow, categories: readonly CategoryRow[]): readonly CategoryRow[] {
  const position = positionAfter(categories);
  const child = (prefix: string, words: string, place: number): CategoryRow => ({
    ...row,
    id: `${prefix}${row.id}` as CategoryRow["id"],
    name: `${words} ${row.name}`,
    parent_id: row.id,
    position: position + place,
  });
  const paid = { asset: "Payments for", liability: "Repayments of" } as const;
  const { account_type: type } = row;
  return [
    child(INFLOWS, "Proceeds from", 0),
    child(OUTFLOWS, type === "asset" || type === "liability" ? paid[type] : "Payments on", 1),
  ];
}

/** What is listed beneath a printed statement: what happened without cash, also within vouchers that moved some. */
function disclosed(categories: readonly CategoryRow[], rows: readonly FlowRow[]): NonCashActivity[] {
  const byId = new Map<string, CategoryRow>(categories.map((row) => [row.id, row]));
  const typeOf = ({ category_id }: FlowRow) => byId.get(category_id)?.account_type;
  const roleOf = ({ category_id }: FlowRow) => byId.get(category_id)?.cash_flow;
  const nameOf = (id: string): string => byId.get(id)?.name ?? id;
  const isObtained = (row: FlowRow): boolean =>
    typeOf(row) === "liability" && row.effect_cents > 0 && isLease(nameOf(row.category_id));
  const groups = Map.groupBy(
    rows.filter(({ place }) => place === "none"),
    ({ touched }) => (touched ?? []).join(" "),
  );
  const [leases, others]: [FlowRow[][], FlowRow[][]] = [[], []];
  for (const group of groups.values())
    if (group.some(isObtained) && group.some((row) => typeOf(row) === "asset" && row.effect_cents < 0))
      leases.push(group);
    else if (group.some((row) => roleOf(row) === "investing" || roleOf(row) === "financing"))
      others.push(group);
  const sums = new Map<string, Cents>();
  const note = (name: string, amount: Cents): void => {
    sums.set(name, addCents(sums.get(name) ?? ZERO_CENTS, amount < 0 ? negateCents(amount) : amount));
  };
  // Vouchers within equity change no asset and no liability.
  const vouchers = others
    .filter((group) => group.some((row) => typeOf(row) !== "equity"))
    .map((group) =>
      group.map((row) => ({ categoryId: row.category_id, netDebitCents: negateCents(row.effect_cents) })),
    );
  for (const { name, amount } of activitiesOf(categories, vouchers)) note(name, amount);
  // ASC 842-20-50-4(g)(2): by the kind of lease.
  for (const row of leases.flat().filter(isObtained))
    note(
      `Right-of-Use Assets Obtained for ${roleOf(row) === "financing" ? "Finance" : "Operating"} Leases`,
      row.effect_cents,
    );
  for (const row of rows)
    if (row.place === "investing" && typeOf(row) === "liability" && roleOf(row) !== "investing")
      note(
        row.line === ACQUISITIONS_LINE
          ? "Liabilities Assumed in Acquisitions"
          : `${nameOf(row.line ?? "")} / ${nameOf(row.category_id)}`,
        row.effect_cents,
      );
  // The names are the same in every period, whatever the vouchers touched besides.
  return Array.from(sums, ([name, amount]) => ({ key: name, name, amount, categories: [] }));
}
