/** SQL on transactions that could pay an invoice, or refund its credit. */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { type Queryable, statement } from "../../../../platform/db/index.ts";

/** A transaction that pays and refunds nothing yet. Its amount is in cents. */
export interface PayableRow {
  readonly id: PublicId<"transaction">;
  readonly date: CivilDate;
  readonly amount_cents: Cents;
  readonly description: string;
  readonly merchant_name: string | null;
}

// The conditions are those with which a payment is accepted: `isEditable` and `paymentFault`.
const listPayable = statement<PayableRow>(
  "transactions.listPayable",
  `select id, date, amount_cents, description, merchant_name from transactions
    where company_id = $1 and date >= $2 and amount_cents between $6 and $7 and not deleted
      and transaction_type = 'standard' and status <> 'excluded' and invoice_id is null and spread_id is null
    order by amount_cents = $4 desc, abs(amount_cents) > $8 desc, abs(date - $3::date), id limit $5`,
);

export const paymentsStore = {
  /**
   * Up to `count` transactions dated `since` or later, of an amount within bounds: those of exactly the
   * amount `due` first, then those of more than `atLeast`, and then those nearest to the day on which it is
   * due.
   */
  listPayable: (
    db: Queryable,
    companyId: PublicId<"company">,
    {
      since,
      dueDate,
      due,
      least,
      most,
      count,
      atLeast,
    }: {
      readonly since: CivilDate;
      readonly dueDate: CivilDate;
      readonly due: Cents;
      readonly least: number;
      readonly most: number;
      readonly count: number;
      readonly atLeast: number;
    },
  ) => db.list(listPayable, [companyId, since, dueDate, due, count, least, most, atLeast]),
};
