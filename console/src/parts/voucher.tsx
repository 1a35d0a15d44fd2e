/**
 * A voucher: the entries that were posted together, as debits and credits, and what they were posted from.
 */
import { Table } from "../kit/table.tsx";
import { AmountCell } from "../kit/amount.tsx";
import type { ReactNode } from "react";
import { useVoucher } from "../api/queries.ts";
import type { Voucher } from "../api/types.ts";
import { amountText } from "../kit/amounts.ts";
import { dayText } from "../kit/dates.ts";
import { Facts } from "../kit/facts.tsx";
import { Read } from "./read.tsx";
import { sourceText } from "./sources.ts";

interface VoucherProps {
  readonly company: string;
  readonly entry: string;
  /** Opens the transaction; left out where it is open already. */
  readonly onTransaction?: ((id: string) => void) | undefined;
  /** What one can do with the voucher, below it. */
  readonly actions?: (voucher: Voucher) => ReactNode;
}

export function VoucherView({ company, ...props }: VoucherProps) {
  return (
    <Read query={useVoucher(company, props.entry)} what="the voucher">
      {(voucher) => <VoucherTable {...props} voucher={voucher} />}
    </Read>
  );
}

/** What a person who posts an entry says of it, and who reviewed it. */
function factsOf(manual: NonNullable<Voucher["manual_entry"]>): (readonly [string, string | null])[] {
  return [
    ["Posted by", manual.posted_by],
    ["Reference", manual.reference],
    ["Adjusting entry", manual.adjusting ? "yes" : null],
    ["Reviewed by", manual.reviewed_by ?? "nobody yet"],
    ["Reversed", manual.reversed_by === null ? null : "by another entry"],
    ["Reversal", manual.reverses === null ? null : "of another entry"],
  ];
}

function VoucherTable({
  voucher,
  entry,
  onTransaction,
  actions,
}: Omit<VoucherProps, "company"> & { readonly voucher: Voucher }) {
  const { date, total_cents, entries, manual_entry: manual } = voucher;
  const opened = entries.find(({ id }) => id === entry);
  const transaction = opened?.transaction_id ?? null;
  return (
    <>
      <p className="sum">{dayText(date)}</p>
      <p className="says" dir="auto">
        {opened?.description}
      </p>
      <Table caption="The entries of the voucher" heads={["Category", "Debit", "Credit"]}>
        <tbody>
          {entries.map((each) => (
            <tr key={each.id} className={each.id === entry ? "opened" : undefined}>
              <th scope="row" dir="auto">
                {each.category_name}
                {each.department_name === null ? null : <small dir="auto">{each.department_name}</small>}
                {each.description === null || each.description === opened?.description ? null : (
                  <small dir="auto">{each.description}</small>
                )}
              </th>
              <td>{each.debit_cents === 0 ? "" : amountText(each.debit_cents)}</td>
              <td>{each.credit_cents === 0 ? "" : amountText(each.credit_cents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <AmountCell cents={total_cents} />
            <AmountCell cents={total_cents} />
          </tr>
        </tfoot>
      </Table>
      <Facts
        facts={[
          ["Posted from", sourceText(opened?.source ?? "")],
          ["Merchant", opened?.merchant],
          ...(manual === null ? [] : factsOf(manual)),
          ["Entry", <code key="id">{entry}</code>],
        ]}
      />
      {transaction === null || onTransaction === undefined ? null : (
        <p>
          <button type="button" className="button" onClick={() => onTransaction(transaction)}>
            Open its transaction
          </button>
        </p>
      )}
      {actions?.(voucher)}
    </>
  );
}
