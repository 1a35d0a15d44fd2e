/** Receivables by age: what each customer owes, by the days since it was due, beside the ledger. */
import { Table } from "../kit/table.tsx";
import { AmountCell } from "../kit/amount.tsx";
import { amountText } from "../kit/amounts.ts";
import { dayText } from "../kit/dates.ts";
import { EmptyState, Loading, ProblemState } from "../kit/states.tsx";
import { useReceivables } from "./queries.ts";
import "../style/lists.css";
import { problemOf } from "../parts/stale.tsx";

const AGES = [
  ["current", "Not due yet"],
  ["1_to_30", "1 to 30 days"],
  ["31_to_60", "31 to 60"],
  ["61_to_90", "61 to 90"],
  ["over_90", "Over 90"],
  ["credit", "Credit"],
] as const;

interface ReceivablesProps {
  readonly company: string;
  readonly date: string;
  readonly onCustomer: (name: string) => void;
  readonly onInvoice: (id: string) => void;
}

export function ReceivablesTable({ company, date, onCustomer, onInvoice }: ReceivablesProps) {
  const query = useReceivables(company, date);
  if (problemOf(query))
    return <ProblemState isBelow error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading what="the receivables" />;
  const { customers, ages, total_cents, ledger_cents, other_cents } = query.data;
  if (customers.length === 0)
    return (
      <EmptyState isBelow title="No open invoices">
        <p>
          At the end of {dayText(date)} every invoice was paid, or none was issued yet.
          {other_cents === 0
            ? ""
            : ` Receivables in the ledger are ${amountText(other_cents)}, which follow no invoice, such as opening balances.`}
        </p>
      </EmptyState>
    );
  return (
    <>
      <div className="scroller" tabIndex={0} role="region" aria-label="Receivables by age">
        <Table
          look="list in-table in-ages"
          caption="What each customer owes, by days past due"
          heads={["Customer", ...AGES.map(([, name]) => [name, "n"] as const), ["Total", "n"]]}
        >
          {customers.map((customer) => (
            <tbody key={customer.customer_name}>
              <tr>
                <th scope="rowgroup" dir="auto">
                  <button
                    type="button"
                    className="button plain list-name"
                    onClick={() => onCustomer(customer.customer_name)}
                  >
                    {customer.customer_name}
                  </button>
                </th>
                {AGES.map(([age]) => (
                  <AmountCell key={age} cents={customer.ages[age]} />
                ))}
                <AmountCell cents={customer.total_cents} />
              </tr>
              {customer.invoices.map((invoice) => (
                <tr key={invoice.id} className="in-sub">
                  <th scope="row">
                    <button
                      type="button"
                      className="button plain list-name"
                      data-opens={invoice.id}
                      onClick={() => onInvoice(invoice.id)}
                    >
                      <bdi>{invoice.number}</bdi>, due {dayText(invoice.due_date)}
                    </button>
                  </th>
                  {AGES.map(([age]) => (
                    <td key={age} className="n">
                      {age === invoice.age ? amountText(invoice.due_cents) : ""}
                    </td>
                  ))}
                  <td />
                </tr>
              ))}
            </tbody>
          ))}
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {AGES.map(([age]) => (
                <AmountCell key={age} cents={ages[age]} />
              ))}
              <AmountCell cents={total_cents} />
            </tr>
          </tfoot>
        </Table>
      </div>
      <p className="foot">
        Receivables in the ledger: {amountText(ledger_cents)}.{" "}
        {other_cents === 0
          ? "They are the total of the invoices."
          : `${amountText(other_cents)} of them follow no invoice, such as opening balances.`}
      </p>
    </>
  );
}
