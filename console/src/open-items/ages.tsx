/** Receivables or payables by age: what each party owes or is owed, by days past due, beside the ledger. */
import { Table } from "../kit/table.tsx";
import { AmountCell } from "../kit/amount.tsx";
import { amountText } from "../kit/amounts.ts";
import { dayText } from "../kit/dates.ts";
import { EmptyState, Loading, ProblemState } from "../kit/states.tsx";
import { useAgeing } from "./queries.ts";
import { useSide } from "./side.ts";
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

interface AgesProps {
  readonly company: string;
  readonly date: string;
  readonly onParty: (name: string) => void;
  readonly onItem: (id: string) => void;
}

export function AgesTable({ company, date, onParty, onItem }: AgesProps) {
  const { words } = useSide();
  const query = useAgeing(company, date);
  if (problemOf(query))
    return <ProblemState isBelow error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading what={words.ages.toLowerCase()} />;
  const { parties, ages, total_cents, ledger_cents, other_cents, category_ids } = query.data;
  if (parties.length === 0)
    return (
      <EmptyState isBelow title={`No open ${words.Many.toLowerCase()}`}>
        <p>
          {words.noOpen(dayText(date))}
          {other_cents === 0
            ? ""
            : ` ${words.ledger} are ${amountText(other_cents)}, which follow no ${words.one}, such as opening balances.`}
        </p>
      </EmptyState>
    );
  return (
    <>
      <div className="scroller" tabIndex={0} role="region" aria-label={words.ages}>
        <Table
          look="list in-table in-ages"
          caption={words.owed}
          heads={[words.Party, ...AGES.map(([, name]) => [name, "n"] as const), ["Total", "n"]]}
        >
          {parties.map((party) => (
            <tbody key={party.party_name}>
              <tr>
                <th scope="rowgroup" dir="auto">
                  <button
                    type="button"
                    className="button plain list-name"
                    onClick={() => onParty(party.party_name)}
                  >
                    {party.party_name}
                  </button>
                </th>
                {AGES.map(([age]) => (
                  <AmountCell key={age} cents={party.ages[age]} />
                ))}
                <AmountCell cents={party.total_cents} />
              </tr>
              {party.items.map((item) => (
                <tr key={item.id} className="in-sub">
                  <th scope="row">
                    <button
                      type="button"
                      className="button plain list-name"
                      data-opens={item.id}
                      onClick={() => onItem(item.id)}
                    >
                      <bdi>{item.number}</bdi>, due {dayText(item.due_date)}
                    </button>
                  </th>
                  {AGES.map(([age]) => (
                    <td key={age} className="n">
                      {age === item.age ? amountText(item.due_cents) : ""}
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
        {category_ids.length === 0
          ? "The chart has no such category, so nothing is compared with the ledger."
          : `${words.ledger}: ${amountText(ledger_cents)}. ${
              other_cents === 0
                ? `They are the total of the ${words.Many.toLowerCase()}.`
                : `${amountText(other_cents)} of them follow no ${words.one}, such as opening balances.`
            }`}
      </p>
    </>
  );
}
