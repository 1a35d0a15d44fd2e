/**
 * Rows that a program sends as JSON instead of a file. Each is read or refused by itself, by its number from
 * 1.
 */
import { type Cents, cents, centsFromDecimal } from "@daybook/words/cents";
import { parseCivilDate } from "@daybook/words/civil-date";
import { quoted } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import {
  bounded,
  type Statement,
  StatementMaker,
  storable,
  storableOrNull,
  Unreadable,
} from "./statement.ts";

export interface SentRow {
  readonly date: string;
  readonly amount_cents?: number;
  /** A decimal amount of dollars. */
  readonly amount?: string;
  readonly description?: string;
  readonly merchant_name?: string | null;
  readonly external_id?: string | null;
}

export async function readRows(rows: readonly SentRow[], paced: Paced): Promise<Statement> {
  const maker = new StatementMaker();
  for await (const [index, row] of paced(rows.entries())) {
    maker.add(index + 1, () => ({
      date: dateOf(row.date),
      amount_cents: bounded(amountOf(row)),
      description: storable((row.description ?? "").trim(), "description"),
      merchant_name: storableOrNull(row.merchant_name ?? "", "merchant name"),
      external_id: storableOrNull(row.external_id ?? "", "external id"),
    }));
  }
  return maker.statement;
}

function dateOf(text: string) {
  const date = parseCivilDate(text);
  if (date === null)
    throw new Unreadable("invalid_date", `${quoted(text)} is not a date of the form YYYY-MM-DD.`);
  return date;
}

function amountOf({ amount_cents, amount }: SentRow): Cents {
  if ((amount_cents === undefined) === (amount === undefined))
    throw new Unreadable("invalid_amount", "A row must have either `amount_cents` or `amount`.");
  const read = amount === undefined ? (amount_cents ?? null) : centsFromDecimal(amount);
  if (read === null)
    throw new Unreadable(
      "invalid_amount",
      `The amount ${quoted(amount ?? "")} is not a decimal amount of dollars.`,
    );
  return cents(read);
}
