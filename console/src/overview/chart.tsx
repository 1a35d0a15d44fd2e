/**
 * Charts of the overview: lines and bars with direct labels, told apart by their pattern and not by color
 * alone. Each has its figures as a table, for those who do not see the picture.
 */
import { Area, AreaChart, Bar, BarChart, LabelList, ResponsiveContainer } from "recharts";
import type { OverviewMonth } from "../api/generated/schemas.ts";
import { chartFrame } from "../parts/chart-frame.tsx";
import { monthText } from "../kit/dates.ts";
import { shortAmount } from "../parts/short-amount.ts";

const HEIGHT_PX = 210;

/** Amounts are drawn in dollars; their texts are of the exact cents. */
function pointsOf(months: readonly OverviewMonth[]) {
  return months.map(({ start_date, cash_cents, revenue_cents, expenses_cents }) => ({
    month: monthText(start_date),
    cash: cash_cents,
    revenue: revenue_cents,
    expenses: expenses_cents,
  }));
}

export function Charts({ months }: { readonly months: readonly OverviewMonth[] }) {
  const points = pointsOf(months);
  const last = points.length - 1;
  return (
    <>
      <figure className="months-chart" aria-hidden="true">
        <figcaption>Cash at the end of each month</figcaption>
        <ResponsiveContainer width="100%" height={HEIGHT_PX}>
          <AreaChart
            data={points}
            accessibilityLayer={false}
            margin={{ top: 18, right: 40, bottom: 0, left: 4 }}
          >
            {chartFrame("month", shortAmount)}
            <Area
              dataKey="cash"
              stroke="var(--accent)"
              strokeWidth={2}
              fill="var(--accent-soft)"
              isAnimationActive={false}
            >
              <LabelList
                dataKey="cash"
                content={({ x, y, value, index }) =>
                  index === last ? (
                    <text x={Number(x)} y={Number(y) - 8} textAnchor="middle" fontSize={11} fill="var(--ink)">
                      {shortAmount(Number(value))}
                    </text>
                  ) : null
                }
              />
            </Area>
          </AreaChart>
        </ResponsiveContainer>
      </figure>
      <figure className="months-chart" aria-hidden="true">
        <figcaption>
          <span className="ov-key" /> Revenue <span className="ov-key ov-striped" /> Expenses, by month
        </figcaption>
        <ResponsiveContainer width="100%" height={HEIGHT_PX}>
          <BarChart
            data={points}
            accessibilityLayer={false}
            margin={{ top: 18, right: 8, bottom: 0, left: 4 }}
            barGap={1}
          >
            <defs>
              <pattern id="ov-stripes" width="5" height="5" patternUnits="userSpaceOnUse">
                <rect width="5" height="5" fill="var(--paper)" />
                <path d="M-1 1l2 -2M0 5l5 -5M4 6l2 -2" stroke="var(--ink)" strokeWidth="1.3" />
              </pattern>
            </defs>
            {chartFrame("month", shortAmount)}
            <Bar dataKey="revenue" fill="var(--accent)" isAnimationActive={false} />
            <Bar dataKey="expenses" fill="url(#ov-stripes)" stroke="var(--ink)" isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </figure>
    </>
  );
}
