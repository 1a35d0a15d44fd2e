/** What the operations on invoices and on bills read of their bodies, and how they name what is refused. */
import { viewing } from "../../../../contract/record.ts";
import { type Cents, cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { quantityOf, readQuantity } from "@daybook/words/invoice-lines";
import { isEmail } from "../../../../core/email.ts";
import { Refusal, refuse } from "../../../../core/errors.ts";
import { DATE_INPUT, readAs } from "../../../../core/kinds.ts";
import type { NewBillLineBody } from "../contract/bills.ts";
import { lineSchema, type NewLineBody } from "../contract/index.ts";
import type { SettlementLineBody } from "../contract/settlements.ts";
import { type InvoiceLine, LINES, type SettlementLine } from "../record.ts";
import type { NewLine } from "../service/issue.ts";

function wrong(param: string, sentence: string): Error {
  return refuse("invalid_request", { param, message: `\`${param}\` ${sentence}.` });
}

export function readLine({
  description,
  quantity = 1,
  unit_amount_cents,
  amount_cents,
  category_id = null,
}: NewLineBody | NewBillLineBody): NewLine {
  const parts = readQuantity(quantity);
  if (parts === null) throw wrong("line_items", "must have quantities with at most four decimals");
  return {
    description,
    quantity_ten_thousandths: parts,
    unit_amount_cents: cents(unit_amount_cents),
    amount_cents: amount_cents ?? null,
    category_id,
  };
}

/** The first day and the due date of an item. */
export function datesOf(
  body: { readonly issue_date?: string; readonly due_date?: string },
  today: CivilDate,
  first: string,
): { readonly issue_date: CivilDate; readonly due_date: CivilDate } {
  const issue_date =
    body.issue_date === undefined ? today : readAs(DATE_INPUT, body.issue_date, "issue_date");
  const due_date = body.due_date === undefined ? issue_date : readAs(DATE_INPUT, body.due_date, "due_date");
  if (due_date < issue_date) throw wrong("due_date", `must be on or after ${first}`);
  return { issue_date, due_date };
}

export function checkEmail(email: string | null, param: string): void {
  if (email !== null && !isEmail(email)) throw wrong(param, "must be an e-mail address");
}

/**
 * A change, whose refusals name the members of its card: `words` are these for those of the service, which
 * are written for the command line too.
 */
export function refusedAs<Result>(
  change: Promise<Result>,
  words: Readonly<Record<string, string>>,
): Promise<Result> {
  return change.catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.param === undefined) throw error;
    const { code, message, ways } = error;
    throw refuse(code, { param: words[error.param] ?? error.param, message, ways });
  });
}

export const dateOf = (date: string | undefined): CivilDate | null =>
  date === undefined ? null : readAs(DATE_INPUT, date, "date");
export const amountOf = (amount: number | null | undefined): Cents | null =>
  amount === undefined || amount === null ? null : cents(amount);

export function lineOf({
  category,
  department = null,
  amount_cents,
  description = null,
}: SettlementLineBody) {
  return { category, department, amount_cents: cents(amount_cents), description };
}

export const lineView = viewing(LINES, lineSchema, ({ quantity_ten_thousandths }: InvoiceLine) => ({
  quantity: quantityOf(quantity_ten_thousandths),
}));

export function settlementLineView({
  category_id,
  department_id,
  amount_cents,
  description,
}: SettlementLine) {
  return { category_id, department_id, amount_cents, description };
}
