/**
 * Stripe: the balance of each currency is an account, and each balance transaction one or two lines of it:
 * its amount, and its fee. The list has the newest first, so a pass goes back from the newest to the day
 * from which it reads.
 */
import { type CivilDate, DAY_S, dayNumber } from "@daybook/words/civil-date";
import { cents, negateCents } from "@daybook/words/cents";
import {
  centsOfInteger,
  elementsOf,
  idOf,
  idOrNull,
  integerOf,
  listOf,
  localDayOf,
  objectOf,
  readEach,
  textOf,
  textOrNull,
  UnexpectedAnswer,
} from "./answers.ts";
import type { Page, VendorAccount, VendorLine } from "./pull.ts";

/** A balance transaction can appear behind one with a later time, so a day is read again. */
const OVERLAP_S = DAY_S;

/** The position of a pass. */
export interface Pass {
  /** The time from which it reads, in Unix seconds. */
  readonly from: number;
  /** The id after which the next page begins; null for the newest. */
  readonly after: string | null;
  /** The latest time that the pass has seen; 0 for none. */
  readonly newest: number;
}

export function passOf(cursor: string | null, since: CivilDate): Pass {
  // A day before, because the day of a line is counted in Los Angeles.
  if (cursor === null) return { from: Math.max(0, (dayNumber(since) - 1) * DAY_S), after: null, newest: 0 };
  const members = objectOf(cursor);
  return {
    from: integerOf(members, "from"),
    after: textOrNull(members, "after"),
    newest: integerOf(members, "newest"),
  };
}

/** The accounts of the answer to `/v1/balance`. */
export function readBalance(body: string): readonly VendorAccount[] {
  const balance = objectOf(body);
  const currencies = [...listOf(balance, "available"), ...listOf(balance, "pending")].map((each) =>
    idOf(each, "currency").toLowerCase(),
  );
  return [...new Set(currencies)].map((currency) => ({
    id: currency,
    name: `Stripe balance ${currency.toUpperCase()}`,
    currency: currency.toUpperCase(),
  }));
}

/** The page of an answer to `/v1/balance_transactions`. */
export function pageOf(body: string, pass: Pass): Page {
  const answer = objectOf(body);
  const data = elementsOf(answer, "data");
  const hasMore = answer["has_more"] === true;
  const named = readEach(data, (each) => idOf(each, "id"), ofCurrency).values;
  const times = readEach(data, (each) => integerOf(each, "created"), ofCurrency).values;
  // The next page begins after the last element with an id; elements without an id after it are sent again.
  const last = named.at(-1);
  if (hasMore && (last === undefined || last === pass.after))
    throw new UnexpectedAnswer("Stripe says that there is more, and sent nothing.");
  const newest = Math.max(pass.newest, ...times);
  const { values, skipped } = readEach(data, linesOf, ofCurrency);
  const next: Pass =
    hasMore && last !== undefined
      ? { from: pass.from, after: last, newest }
      : { from: Math.max(pass.from, newest - OVERLAP_S), after: null, newest: 0 };
  return {
    accounts: null,
    lines: values.flat(),
    skipped,
    // The list goes back from the newest: only a whole pass has all that is newer.
    again: JSON.stringify({ from: pass.from, after: null, newest: 0 } satisfies Pass),
    removed: [],
    allPendingOf: [],
    cursor: JSON.stringify(next),
    hasMore,
    problems: [],
    reconnect: null,
  };
}

function ofCurrency(transaction: Readonly<Record<string, unknown>>) {
  return {
    account: idOrNull(transaction, "currency")?.toLowerCase() ?? null,
    id: idOrNull(transaction, "id"),
  };
}

/** The lines of a balance transaction. Stripe counts in the smallest unit of the currency: cents. */
function linesOf(transaction: Readonly<Record<string, unknown>>): VendorLine[] {
  const [id, type] = [idOf(transaction, "id"), textOf(transaction, "type")];
  const [amount, fee, net] = ["amount", "fee", "net"].map((name) => centsOfInteger(transaction, name));
  if (amount === undefined || fee === undefined || net !== amount - fee)
    throw new UnexpectedAnswer(`The amount, the fee and the net of ${id} do not agree.`);
  const description = textOrNull(transaction, "description") ?? `Stripe ${type.replaceAll("_", " ")}`;
  const line = {
    account: textOf(transaction, "currency").toLowerCase(),
    date: localDayOf(integerOf(transaction, "created")),
    pending: false,
    replaces: null,
  };
  return [
    ...(amount === 0 && fee !== 0
      ? []
      : [{ ...line, id, amount_cents: amount, description, merchant_name: null }]),
    ...(fee === 0
      ? []
      : [
          {
            ...line,
            id: `${id}:fee`,
            amount_cents: cents(negateCents(fee)),
            description: `Stripe fee: ${description}`,
            merchant_name: "Stripe",
          },
        ]),
  ];
}
