/**
 * Amounts of plain-text books in dollars and in other commodities. Dollars are exact; another currency or a
 * share counts at the price or cost that stands beside it, or at the price that the user states, rounded to
 * the cent. Invariant: a commodity without a price is refused by its name.
 */
import { type Cents, cents } from "@daybook/words/cents";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";

/** A decimal number: `digits` divided by ten to the power of `scale`. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** An amount with its commodity, such as `10 AAPL`. */
interface Quantity {
  readonly number: Decimal;
  readonly commodity: string;
}

/** The worth of a posting in dollars. */
export interface Worth {
  readonly cents: Cents;
  /** True if it was computed with a price and rounded. */
  readonly isConverted: boolean;
  /** True if it has a cost and another price, by which programs balance an entry in two ways. */
  readonly isDoubtful?: boolean;
}

const NUMBER = /^([+-]?)((?:\d{1,3}(?:,\d{3})+|\d+))(?:\.(\d*))?$/;
const COMMODITY = String.raw`(?:[^\d\s.,;:?!+*/^&|=<>(){}@"'-]+|"[^"]+"|[A-Z][A-Z0-9'._-]*[A-Z0-9])`;
const COMMODITY_FIRST = new RegExp(String.raw`^([+-]?)\s*(${COMMODITY})\s*([+-]?[\d.,]+)$`);
const COMMODITY_LAST = new RegExp(String.raw`^([+-]?[\d.,]+)\s*(${COMMODITY})$`);
const DOLLARS: ReadonlySet<string> = new Set(["$", "USD", "US$"]);
/** Units, then a cost in braces, then a price after `@` or a total after `@@`. */
const PARTS = /^([^{@]+?)\s*(?:(\{\{?)([^{}]*)\}\}?)?\s*(?:(@@?)\s*(.+))?$/;
const CENTS_SCALE = 2;

function decimalOf(text: string): Decimal | null {
  const [, sign, whole, fraction = ""] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = BigInt(whole.replaceAll(",", "") + fraction);
  return { digits: sign === "-" ? -digits : digits, scale: fraction.length };
}

/** The cents of a decimal number of dollars, rounded half away from zero; whether it was rounded. */
function roundedCents({ digits, scale }: Decimal): { readonly value: bigint; readonly isExact: boolean } {
  if (scale <= CENTS_SCALE) return { value: digits * 10n ** BigInt(CENTS_SCALE - scale), isExact: true };
  const unit = 10n ** BigInt(scale - CENTS_SCALE);
  const size = digits < 0n ? -digits : digits;
  const value = (size + unit / 2n) / unit;
  return { value: digits < 0n ? -value : value, isExact: size % unit === 0n };
}

function centsOf(amount: bigint, text: string, line: number): Cents {
  const value = Number(amount);
  if (!Number.isSafeInteger(value))
    throw new LineProblem(line, `The amount ${quoted(text)} is larger than can be added exactly.`);
  return cents(value);
}

/** An amount with its commodity; `bare` is the commodity of an amount without one, or null. */
function quantityOf(text: string, bare: string | null): Quantity | null {
  const first = COMMODITY_FIRST.exec(text);
  const last = first ? null : COMMODITY_LAST.exec(text);
  const [signed, commodity] = first
    ? [`${first[1]}${first[3]}`, first[2]]
    : last
      ? [last[1], last[2]]
      : [text, bare];
  if (commodity === undefined || commodity === null || /[+-].*[+-]/.test(signed ?? "")) return null;
  const number = decimalOf(signed ?? "");
  return number && { number, commodity: commodity.replaceAll('"', "") };
}

/** Reads the amounts of one file. */
export class CommodityReader {
  readonly #prices: ReadonlyMap<string, number>;
  /** The commodity of amounts that name none; null if such amounts are refused. */
  bareCommodity: string | null = null;
  /** Commodities that were bought at a cost, so that what is sold of them has one, too. */
  readonly #bought = new Set<string>();

  /** `prices`: dollars for a unit, by commodity, as the user states them. */
  constructor(prices: ReadonlyMap<string, number>) {
    this.#prices = prices;
  }

  /** The worth of a posting's amount with its cost and price. Throws `LineProblem` at `line`. */
  worth(text: string, line: number): Worth {
    if (/^[+-]?0+(?:\.0*)?$/.test(text)) return { cents: cents(0), isConverted: false };
    const [, unitsText = "", braces, cost, at, price] = PARTS.exec(text) ?? [];
    const units = quantityOf(unitsText.trim(), this.bareCommodity);
    if (!units) throw this.#unreadable(text, line);
    // A comma between digits separates thousands, another one a date or a label of the lot.
    const [costText = ""] = (cost ?? "").split(/,(?!\d{3}\b)/);
    if (costText.trim() !== "") {
      this.#bought.add(units.commodity);
      const worth = this.#priced(units, costText.trim(), braces === "{{", text, line);
      const other = price === undefined ? worth : this.#priced(units, price.trim(), at === "@@", text, line);
      return { ...worth, isDoubtful: worth.cents !== other.cents };
    }
    if (braces !== undefined || (units.number.digits < 0n && this.#bought.has(units.commodity)))
      throw new LineProblem(
        line,
        `The amount ${quoted(text)} says no cost of the lot that it takes from, and which lots it takes is not computed. Write the cost of each in braces, such as {100.00 USD}.`,
      );
    if (price !== undefined && !DOLLARS.has(units.commodity))
      return this.#priced(units, price.trim(), at === "@@", text, line);
    return this.#unpriced(units, text, line);
  }

  /** The cents of an amount in dollars; null if it is in another commodity. Throws `LineProblem` at `line`. */
  dollars(text: string, line: number): Cents | null {
    if (/^[+-]?0+(?:\.0*)?$/.test(text)) return cents(0);
    const quantity = quantityOf(text, this.bareCommodity);
    if (!quantity) throw this.#unreadable(text, line);
    return DOLLARS.has(quantity.commodity) ? this.#unpriced(quantity, text, line).cents : null;
  }

  #unpriced({ number, commodity }: Quantity, text: string, line: number): Worth {
    if (DOLLARS.has(commodity)) {
      const { value, isExact } = roundedCents(number);
      if (!isExact) throw new LineProblem(line, `The amount ${quoted(text)} is finer than a cent.`);
      return { cents: centsOf(value, text, line), isConverted: false };
    }
    const price = this.#prices.get(commodity);
    const rate = price === undefined ? null : decimalOf(price.toFixed(10));
    if (!rate)
      throw new LineProblem(
        line,
        `The amount ${quoted(text)} is in ${quoted(commodity)} and has no price in dollars, there or for the whole file.`,
        [{ give: "price", as: `${commodity}=1.08` }],
      );
    return this.#product(number, rate, text, line);
  }

  #priced(units: Quantity, price: string, isTotal: boolean, text: string, line: number): Worth {
    const each = quantityOf(price, this.bareCommodity);
    if (!each || !DOLLARS.has(each.commodity))
      throw new LineProblem(
        line,
        `The price ${quoted(price)} is not in dollars; only prices in $ or USD are read.`,
      );
    if (!isTotal) return this.#product(units.number, each.number, text, line);
    const { value } = roundedCents(each.number);
    const size = value < 0n ? -value : value;
    return { cents: centsOf(units.number.digits < 0n ? -size : size, text, line), isConverted: true };
  }

  #product(units: Decimal, price: Decimal, text: string, line: number): Worth {
    const { value } = roundedCents({
      digits: units.digits * price.digits,
      scale: units.scale + price.scale,
    });
    return { cents: centsOf(value, text, line), isConverted: true };
  }

  #unreadable(text: string, line: number): LineProblem {
    const why = decimalOf(text)
      ? "names no currency; write $ or USD with it"
      : "is not an amount that can be read, such as $1,234.50 or 10 EUR @ $1.08";
    return new LineProblem(line, `The amount ${quoted(text)} ${why}.`);
  }
}
