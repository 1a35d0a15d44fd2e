/**
 * Open items of other books: invoices or bills that were open at the end of a day, whose amounts the ledger
 * has already. Invariants: they post nothing; they come in together, and only if the items of the side are
 * the ledger's claims of that day to the cent, by party where the ledger or the report states a party's.
 */
import { present } from "@daybook/words/assert";
import { forOperator } from "@daybook/words/areas";
import { type Cents, cents, ZERO_CENTS } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { MOST_CENTS } from "@daybook/words/feed-words";
import { LIMITS } from "@daybook/words/limits";
import { accountingText, decimalText } from "@daybook/words/money-text";
import { isName, nameSentence } from "@daybook/words/names";
import { type Refusal, refuse } from "../../../../core/errors.ts";
import { describeChange } from "../../../../platform/db/index.ts";
import { currentActor } from "../../../../platform/log/actor.ts";
import { categoriesOfRoles } from "../../../books/chart/index.ts";
import { closedRefusal, closedThrough } from "../../../books/ledger/index.ts";
import { beginWriting, checkAccountingDate, incorporated } from "../../transactions/index.ts";
import type { StoredInvoice } from "../record.ts";
import { numberAfter, vendorNumberKey } from "../rules/index.ts";
import type { Side } from "../rules/sides.ts";
import { invoicesStore } from "../store/invoices.ts";
import { verifyStore } from "../store/verify.ts";
import { type Ageing, ageing } from "./ageing.ts";
import type { SettlementScope } from "./checks.ts";

/** An item that is open at the end of the day; a credit is below zero. */
export interface NewOpenItem {
  /** The customer or the vendor. */
  readonly party: string;
  /** The number of an invoice, or the one that a vendor gave a bill; null for none. */
  readonly number: string | null;
  readonly date: CivilDate;
  /** Null for its date. */
  readonly due_date: CivilDate | null;
  /** What it was for; null if that is not stated. */
  readonly original_cents: Cents | null;
  readonly open_cents: Cents;
}

export interface NewOpening {
  /** The day at whose end the items are open. */
  readonly date: CivilDate;
  readonly items: readonly NewOpenItem[];
  /** What a report states as the totals of parties. */
  readonly totals: readonly { readonly party: string; readonly open_cents: Cents }[];
}

/** A party's items of the day. */
export interface OpenedParty {
  readonly party: string;
  /** The number of its items that came in. */
  readonly count: number;
  /** What is due of all its items. */
  readonly open_cents: Cents;
  /** What the ledger states for the party; null if its entries do not name all parties. */
  readonly ledger_cents: Cents | null;
}

export interface OpenedItems {
  readonly date: CivilDate;
  readonly count: number;
  readonly parties: readonly OpenedParty[];
  /** What is due of all items of the side, which is the ledger's balance of the claims. */
  readonly total_cents: Cents;
  readonly ledger_cents: Cents;
}

type Scope = Omit<SettlementScope, "posted">;

const PARTIES_NAMED = 20;

const wrong = (message: string, param = "items"): Refusal => refuse("invalid_request", { param, message });
const folded = (party: string): string => party.trim().toLowerCase();

export async function openItems(scope: Scope, opening: NewOpening): Promise<OpenedItems> {
  const { tx, companyId, side, ids, now } = scope;
  const { date } = opening;
  const updated = await beginWriting(tx, companyId, now);
  await checkDay(scope, date);
  checkSize(scope.side, opening);
  const items = opening.items.map((item, index) => checkedItem(side, item, index, date));
  await checkNumbers(scope, items);
  checkTotals(opening, items);
  const { [side.role]: claim } = await categoriesOfRoles(tx, companyId, [side.role], { ids, now });
  const numbers = await ownNumbers(scope, items);
  const rows = items.map((item, index): StoredInvoice => ({
    id: ids.next(side.item),
    number: present(numbers[index], "an item without a number"),
    vendor_number: side.item === "bill" ? item.number : null,
    customer_name: item.party,
    customer_email: null,
    state: "open",
    issue_date: item.date,
    due_date: item.due_date ?? item.date,
    voided_on: null,
    opened_on: date,
    receivable_category_id: claim,
    total_cents: item.open_cents,
    created: now,
    updated,
    line_items: [
      {
        description: `Open at the end of ${date}${item.original_cents === null ? "" : `, of ${decimalText(item.original_cents)}`}`,
        quantity_ten_thousandths: 10_000,
        unit_amount_cents: item.open_cents,
        amount_cents: item.open_cents,
        category_id: claim,
      },
    ],
  }));
  await invoicesStore.insert(tx, companyId, rows);
  const aged = await ageing(tx, forOperator(companyId), side, date);
  const parties = await partiesOf(scope, aged, items);
  checkTie(side, aged, parties);
  await describeChange(tx, companyId, {
    at: now,
    by: currentActor()?.by ?? "daybook",
    action: `${side.item} open`,
    topic: side.area,
    subject: present(rows[0], "an opening without items").id,
    from_state: null,
    to_state: "open",
    note: `${rows.length} ${side.item}s open at the end of ${date}; ${decimalText(cents(rows.reduce((sum, { total_cents }) => sum + total_cents, 0)))}`,
  });
  return {
    date,
    count: rows.length,
    parties,
    total_cents: aged.total_cents,
    ledger_cents: aged.ledger_cents,
  };
}

/** Refuses a day that is ahead, out of range, closed, or before one whose items came in. */
async function checkDay({ tx, companyId, side, today }: Scope, date: CivilDate): Promise<void> {
  checkAccountingDate(date, await incorporated(tx, companyId), today, "date");
  if (date > today)
    throw wrong(
      `What is open on ${date} is not known yet: today is ${today}. Give a day that has come.`,
      "date",
    );
  const through = await closedThrough(tx, companyId);
  if (through !== null && date <= through) throw closedRefusal(date, through, "date");
  // What is open on that day already is all that the ledger claims, and would be counted again.
  const former = await invoicesStore.findLatestOpening(tx, companyId, side);
  if (former !== null && date < former)
    throw wrong(
      `The ${side.item}s that are open on ${former} came in already. Give that day, or a later one.`,
      "date",
    );
}

/** Refuses more items than come in at once, and amounts whose sums would not be exact. */
function checkSize({ item }: Side, { items, totals }: NewOpening): void {
  const most = LIMITS.open_items.value;
  if (items.length > most)
    throw wrong(`There are ${items.length} ${item}s; at most ${most} come in at once. Nothing was stored.`);
  for (const [param, amounts] of [
    ["items", items],
    ["totals", totals],
  ] as const)
    if (amounts.reduce((sum, { open_cents }) => sum + Math.abs(open_cents), 0) > MOST_CENTS)
      throw wrong(`The amounts are more than ${accountingText(cents(MOST_CENTS))} together.`, param);
}

/** An item in a sentence: by its number, or by its place. */
function nameOf({ item }: Side, { number, party }: NewOpenItem, index: number): string {
  return number === null
    ? `Item ${index + 1} (${item} of ${party} without a number)`
    : `Item ${index + 1} (${item} ${number} of ${party})`;
}

function checkNames({ party: called }: Side, { party, number }: NewOpenItem, index: number): void {
  // A file has no contract that refuses such names.
  for (const [what, text] of [
    [called, party],
    ["number", number],
  ] as const)
    if (text !== null && !isName(text))
      throw wrong(`The ${what} of item ${index + 1} ${nameSentence(LIMITS.text_field_characters.value)}.`);
}

function checkedItem(side: Side, given: NewOpenItem, index: number, day: CivilDate): NewOpenItem {
  const item = { ...given, party: given.party.trim(), number: given.number?.trim() ?? null };
  const { date, due_date, original_cents, open_cents } = item;
  checkNames(side, item, index);
  const name = nameOf(side, item, index);
  if (open_cents === 0) throw wrong(`${name} is open with 0.00. Leave out what is settled.`);
  if (date > day)
    throw wrong(
      `${name} is dated ${date}, after ${day}, the day of the opening. Enter it as a new ${side.item}.`,
    );
  if (due_date !== null && due_date < date)
    throw wrong(`${name} is due on ${due_date}, before its date, ${date}.`);
  if (original_cents !== null) {
    if (original_cents > 0 !== open_cents > 0)
      throw wrong(
        `${name} was for ${accountingText(original_cents)}, and is open with ${accountingText(open_cents)}: one is a credit and the other is not.`,
      );
    if (Math.abs(open_cents) > Math.abs(original_cents))
      throw wrong(
        `${name} is open with ${accountingText(open_cents)}, which is more than it was for, ${accountingText(original_cents)}.`,
      );
  }
  return item;
}

/** Refuses a number that stands twice, here or in the books. */
async function checkNumbers({ tx, companyId, side }: Scope, items: readonly NewOpenItem[]): Promise<void> {
  const keyOf = ({ party, number }: NewOpenItem): string | null =>
    side.item === "bill"
      ? vendorNumberKey({ state: "open", vendor_number: number, customer_name: party })
      : number;
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    if (key === null) continue;
    const other = seen.get(key);
    if (other !== undefined)
      throw wrong(
        `${nameOf(side, item, index)} has the number of item ${other + 1}. Each ${side.item} comes in once, under a number of its own.`,
      );
    seen.set(key, index);
  }
  const keys = [...seen.keys()];
  if (keys.length === 0) return;
  const taken =
    side.item === "bill"
      ? await invoicesStore.listVendorNumbers(tx, companyId, keys)
      : await invoicesStore.listNumbers(tx, companyId, keys);
  const [index] = taken.map((key) => seen.get(key) ?? 0).toSorted((a, b) => a - b);
  const item = index === undefined ? undefined : items[index];
  if (index !== undefined && item !== undefined)
    throw wrong(
      `${nameOf(side, item, index)} is in these books already. Leave it out, or give it another number.`,
    );
}

/** The numbers of the items in these books: of bills, and where none is given, the company's next ones. */
async function ownNumbers({ tx, companyId, side }: Scope, items: readonly NewOpenItem[]): Promise<string[]> {
  const given = side.item === "bill" ? items.map(() => null) : items.map(({ number }) => number);
  const missing = given.filter((number) => number === null).length;
  let last = await invoicesStore.findLastCount(tx, companyId, side);
  const free: string[] = [];
  while (free.length < missing) {
    const next = Array.from({ length: missing }, (_, ahead) => numberAfter(last + ahead, side));
    last += missing;
    const taken = new Set([...(await invoicesStore.listNumbers(tx, companyId, next)), ...given]);
    free.push(...next.filter((number) => !taken.has(number)).slice(0, missing - free.length));
  }
  return given.map((number) => number ?? present(free.shift(), "too few numbers"));
}

/** Refuses items that are not what the report states as the totals of their parties. */
function checkTotals({ totals }: NewOpening, items: readonly NewOpenItem[]): void {
  const sums = new Map<string, number>();
  for (const { party, open_cents } of items)
    sums.set(folded(party), (sums.get(folded(party)) ?? 0) + open_cents);
  const differing = totals
    .map(({ party, open_cents }) => ({ party, stated: open_cents, found: sums.get(folded(party)) ?? 0 }))
    .filter(({ stated, found }) => stated !== found)
    .map(
      ({ party, stated, found }) =>
        `${party} is ${accountingText(stated)} by the report's total and ${accountingText(cents(found))} by its items, a difference of ${accountingText(cents(stated - found))}`,
    );
  if (differing.length > 0)
    throw wrong(
      `The report's totals are not the sums of its items: ${listed(differing)}. Nothing was stored.`,
      "totals",
    );
}

const listed = (sentences: readonly string[]): string =>
  sentences.length <= PARTIES_NAMED
    ? sentences.join("; ")
    : `${sentences.slice(0, PARTIES_NAMED).join("; ")}; and ${sentences.length - PARTIES_NAMED} more`;

/** The parties of the day's items and of the ledger, the items beside the ledger where that names them all. */
async function partiesOf(
  { tx, companyId, side }: Scope,
  aged: Ageing,
  items: readonly NewOpenItem[],
): Promise<OpenedParty[]> {
  const sums = await verifyStore.sumByParty(tx, companyId, aged.category_ids, aged.date);
  const isNamed = sums.every(({ party, cents: sum, is_other }) => !is_other && (party !== null || sum === 0));
  const found = new Map<string, { party: string; count: number; open: number; ledger: number }>();
  const entryOf = (party: string) => {
    const entry = found.get(folded(party)) ?? { party, count: 0, open: 0, ledger: 0 };
    found.set(folded(party), entry);
    return entry;
  };
  for (const { customer_name, total_cents } of aged.customers) entryOf(customer_name).open += total_cents;
  for (const { party } of items) entryOf(party).count += 1;
  if (isNamed)
    for (const { party, cents: sum } of sums) if (party !== null) entryOf(party).ledger += sum * side.sign;
  return [...found.values()]
    .filter(({ count, open, ledger }) => count > 0 || open !== 0 || ledger !== 0)
    .map(({ party, count, open, ledger }) => ({
      party,
      count,
      open_cents: cents(open),
      ledger_cents: isNamed ? cents(ledger) : null,
    }));
}

/** Refuses items that are not the ledger's claims of the day, by party where the ledger names parties. */
function checkTie(
  side: Side,
  { date, total_cents, ledger_cents, other_cents }: Ageing,
  parties: readonly OpenedParty[],
): void {
  const differing = parties
    .filter(({ open_cents, ledger_cents: own }) => own !== null && own !== open_cents)
    .map(
      ({ party, open_cents, ledger_cents: own }) =>
        `${party} is ${accountingText(open_cents)} by the ${side.item}s and ${accountingText(own ?? ZERO_CENTS)} by the ledger, a difference of ${accountingText(cents((own ?? 0) - open_cents))}`,
    );
  if (other_cents === 0 && differing.length === 0) return;
  const byParty =
    differing.length > 0
      ? ` ${listed(differing)}.`
      : ` By ${side.party}, the ${side.item}s are: ${listed(parties.map(({ party, open_cents }) => `${party} ${accountingText(open_cents)}`))}.`;
  const whole =
    other_cents === 0
      ? `The ${side.item}s and the ledger agree on ${date} as a whole, but not by ${side.party}:`
      : `On ${date} the open ${side.item}s are ${accountingText(total_cents)} and the ${side.claims} of the ledger ${accountingText(ledger_cents)}, a difference of ${accountingText(other_cents)}.`;
  throw wrong(`${whole}${byParty} Nothing was stored.`);
}
