/** The chart of a line over months, the last one with its figure. */
import { Bar, BarChart, LabelList, ResponsiveContainer } from "recharts";
import { chartFrame } from "../parts/chart-frame.tsx";
import { shortAmount } from "../parts/short-amount.ts";

interface Point {
  readonly label: string;
  readonly cents: number;
}

const HEIGHT_PX = 160;
const MARGIN = { top: 18, right: 8, bottom: 0, left: 4 } as const;

export function MonthBars({ points }: { readonly points: readonly Point[] }) {
  const last = points.length - 1;
  return (
    <ResponsiveContainer width="100%" height={HEIGHT_PX}>
      <BarChart data={points} accessibilityLayer={false} margin={MARGIN}>
        {chartFrame("label", shortAmount)}
        <Bar dataKey="cents" fill="var(--accent)" isAnimationActive={false}>
          <LabelList
            dataKey="cents"
            content={({ x, y, width, value, index }) =>
              index === last ? (
                <text
                  x={Number(x) + Number(width) / 2}
                  y={Number(y) + (Number(value) < 0 ? 14 : -6)}
                  textAnchor="middle"
                  fontSize={11}
                  fill="var(--ink)"
                >
                  {shortAmount(Number(value))}
                </text>
              ) : null
            }
          />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}
