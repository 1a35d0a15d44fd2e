/** The categories that changed most, with whose entries explain it: a fact of the books, not a guess. */
import { Link } from "@tanstack/react-router";
import type { Overview, OverviewChange } from "../api/generated/schemas.ts";
import { amountText } from "../kit/amounts.ts";
import { type Period, periodText } from "../kit/dates.ts";
import { AmountCell } from "../kit/amount.tsx";
import { Table } from "../kit/table.tsx";
import { sourceText } from "../parts/sources.ts";
import { Delta } from "./figures.tsx";

/** Whose entries, and how many now and before. */
function reasonText({
  merchant,
  source,
  entry_count: entries,
  before_entry_count: before,
}: NonNullable<OverviewChange["reason"]>) {
  const of = merchant ?? `${sourceText(source ?? "")} without a merchant`;
  const count = (many: number): string =>
    many === 1 ? "1 entry" : `${many.toLocaleString("en-US")} entries`;
  if (before === 0) return `${of}: ${count(entries)}, none before`;
  if (entries === 0) return `${of}: none, ${count(before)} before`;
  return entries === before
    ? `${of}: ${count(entries)}, as before`
    : `${of}: ${count(entries)}, not ${before.toLocaleString("en-US")}`;
}

export function ChangedMost({
  company,
  overview,
}: {
  readonly company: string;
  readonly overview: Overview;
}) {
  const { changes, days, days_before } = overview;
  const now = { from: days.start_date, to: days.end_date };
  const before = { from: days_before.start_date, to: days_before.end_date };
  const compared = { ...now, by: "total", compare: "period" } as const;
  return (
    <section className="ov-card" aria-labelledby="ov-changed">
      <header>
        <h2 id="ov-changed">What changed most</h2>
        <Link
          to="/c/$company/statements/$statement"
          params={{ company, statement: "income" }}
          search={compared}
        >
          Income statement
        </Link>
      </header>
      {changes.length === 0 ? (
        <p className="soft">Revenue and costs are as they were on the same days of the month before.</p>
      ) : (
        <div className="scroller ov-table" tabIndex={-1}>
          <Table
            caption="The categories that changed most"
            look="voucher ov-changes"
            heads={["Category", periodText(now), periodText(before), "Change", ["Why", "ov-why"]]}
          >
            <tbody>
              {changes.map((change) => (
                <tr key={change.line}>
                  <th scope="row">
                    <Link
                      to="/c/$company/statements/$statement"
                      params={{ company, statement: "income" }}
                      search={{ ...compared, line: change.line, days: `${now.from}..${now.to}` }}
                    >
                      <span dir="auto">{change.name}</span>
                    </Link>
                  </th>
                  <AmountCell cents={change.amount_cents} />
                  <AmountCell cents={change.before_cents} />
                  <td>
                    <Delta isMore={change.change_cents > 0} isBetter={change.is_better}>
                      {amountText(Math.abs(change.change_cents))} {change.change_cents > 0 ? "more" : "less"}
                    </Delta>
                  </td>
                  <td className="ov-why">
                    <Why company={company} change={change} now={now} before={before} />
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </section>
  );
}

/** The entries of the reason in the journal, or of the days before if there are none now. */
function Why(props: {
  readonly company: string;
  readonly change: OverviewChange;
  readonly now: Period;
  readonly before: Period;
}) {
  const { company, change, now, before } = props;
  const { reason, category_id: category } = change;
  if (reason === null) return null;
  return (
    <Link
      to="/c/$company/journal"
      params={{ company }}
      search={{
        category,
        ...(reason.merchant === null
          ? { source: reason.source ?? undefined }
          : { merchant: reason.merchant }),
        ...(reason.entry_count === 0 ? before : now),
      }}
    >
      <span dir="auto">{reasonText(reason)}</span>
    </Link>
  );
}
