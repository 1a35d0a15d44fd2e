/**
 * The first page of a company: cash, four answers, revenue and costs by month, what waits, what changed most
 * and who changed something. A company without entries gets its next steps instead of figures.
 */
import "./overview.css";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useCallback, useState } from "react";
import type { Overview } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { companyPage } from "../parts/company-page.tsx";
import { monthText } from "../kit/dates.ts";
import { loadLater } from "../parts/load-later.ts";
import { AmountCell } from "../kit/amount.tsx";
import { Table } from "../kit/table.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Read } from "../parts/read.tsx";
import { problemOf } from "../parts/stale.tsx";
import { Loading, ProblemState } from "../kit/states.tsx";
import { useLetter } from "../kit/use-letter.ts";
import { Activity } from "./activity.tsx";
import { ChangedMost } from "./changed-most.tsx";
import { Answers, Cash } from "./figures.tsx";
import { MonthsChart } from "./months-chart.tsx";
import { ToDo } from "./to-do.tsx";

const FirstSteps = loadLater(async () => (await import("./first-steps.tsx")).FirstSteps);

export const OverviewPage = companyPage("Overview", Page);

/** True if the books have nothing to show. */
const isEmpty = ({ months }: Overview): boolean =>
  months.every(
    ({ revenue_cents, expenses_cents, cash_cents }) =>
      revenue_cents === 0 && expenses_cents === 0 && cash_cents === 0,
  );

function Page({ company }: { readonly company: Company }) {
  const overview = useQuery({
    queryKey: ["overview", company.id],
    queryFn: ({ signal }) => ownOf(company.id).getOverview({ signal }),
  });
  // Without the figures, the page says why in place of all else.
  if (problemOf(overview))
    return <ProblemState error={overview.error} retry={() => void overview.refetch()} />;
  const data = overview.data;
  return (
    <div className="ov">
      <PageHead title="Overview" />
      <Read query={overview} what="the overview">
        {(read) =>
          isEmpty(read) ? (
            <Suspense fallback={<Loading what="the next steps" />}>
              <FirstSteps company={company} />
            </Suspense>
          ) : (
            <div className="ov-row">
              <Cash company={company.id} overview={read} />
              <Results company={company.id} overview={read} />
            </div>
          )
        }
      </Read>
      <div className="ov-row">
        <div className="ov-column">
          <ToDo company={company} />
          {company.permissions.company === "none" ? null : <Activity company={company} />}
        </div>
        {data === undefined || isEmpty(data) ? null : <ChangedMost company={company.id} overview={data} />}
      </div>
    </div>
  );
}

function Results({ company, overview }: { readonly company: string; readonly overview: Overview }) {
  const [isTable, setTable] = useState(false);
  const toggle = useCallback(() => setTable((shown) => !shown), []);
  useLetter("t", toggle);
  const { months } = overview;
  return (
    <section className="ov-card" aria-labelledby="ov-results">
      <Answers company={company} overview={overview} />
      <header>
        <h2 id="ov-results">Revenue and costs by month</h2>
        <button
          type="button"
          className="button plain"
          aria-pressed={isTable}
          aria-keyshortcuts="t"
          onClick={toggle}
        >
          {isTable ? "View chart" : "View table"} <kbd>T</kbd>
        </button>
      </header>
      {isTable ? null : (
        <div className="ov-bars">
          <MonthsChart company={company} months={months} />
        </div>
      )}
      <div className={isTable ? "scroller ov-table" : "unseen"} tabIndex={-1}>
        <Table
          caption="Cash, revenue and costs by month"
          heads={["Month", "Revenue", "Costs", "Net", "Cash at the end"]}
        >
          <tbody>
            {months.map((month, index) => (
              <tr key={month.start_date}>
                <th scope="row">
                  {monthText(month.start_date)}
                  {index === months.length - 1 ? " so far" : ""}
                </th>
                <AmountCell cents={month.revenue_cents} />
                <AmountCell cents={-month.expenses_cents} />
                <AmountCell cents={month.net_income_cents} />
                <AmountCell cents={month.cash_cents} />
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  );
}
