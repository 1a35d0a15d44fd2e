/** The chart of a line over months, the last one with its figure. */
import { Bars, ChartFrame, scaleOf } from "../parts/chart.tsx";
import { shortAmount } from "../parts/short-amount.ts";

interface Point {
  readonly label: string;
  readonly cents: number;
}

export function MonthBars({ points }: { readonly points: readonly Point[] }) {
  const scale = scaleOf(
    points.map(({ cents }) => cents),
    4,
  );
  const last = points.at(-1)?.cents ?? 0;
  return (
    <ChartFrame
      scale={scale}
      labels={points.map(({ label }) => ({ text: label.slice(0, 3) }))}
      over={
        <span
          className="chart-say"
          style={{ insetInlineEnd: 0, top: `calc(${scale.at(last)}% ${last < 0 ? "+ 2px" : "- 18px"})` }}
        >
          {shortAmount(last)}
        </span>
      }
    >
      <Bars points={points.map(({ cents }) => [cents])} scale={scale} isOpen={false} />
    </ChartFrame>
  );
}
