/**
 * Small charts, drawn by hand: bars and a line over months, with their axes, and lines without. They are
 * pictures for the eye alone: beside each stands a table with its figures, and nothing here is exact to the
 * cent. Positions are percentages of the picture, so that nothing is measured.
 */
import { type ReactNode, useId } from "react";
import { shortAmount } from "./short-amount.ts";
import "./chart.css";

export interface Scale {
  /** The amounts beside the picture, from top to bottom. */
  readonly ticks: readonly number[];
  /** How far an amount is from the top, in percent. */
  readonly at: (cents: number) => number;
}

const ROUND = [1, 2, 2.5, 5, 10];

/** Returns a scale of round amounts with zero in it, in about `count` steps. */
export function scaleOf(amounts: readonly number[], count: number): Scale {
  const [low, high] = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  const wanted = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = (ROUND.find((each) => each * power >= wanted) ?? 10) * power;
  const [last, first] = [
    Math.floor(low / step),
    Math.max(Math.ceil(high / step), Math.floor(low / step) + 1),
  ];
  const ticks = Array.from({ length: first - last + 1 }, (_tick, at) => (first - at) * step);
  return { ticks, at: (cents) => ((first * step - cents) / ((first - last) * step)) * 100 };
}

/** What stands below a point, and a second line of it. */
export interface Label {
  readonly text: string;
  readonly below?: string;
}

/** A picture with amounts beside it and labels below. `children` is drawn, `over` lies above it. */
export function ChartFrame(props: {
  readonly scale: Scale;
  readonly labels: readonly Label[];
  readonly children: ReactNode;
  readonly over?: ReactNode;
}) {
  const { scale, labels, children, over } = props;
  return (
    <div className="chart">
      <div className="chart-y" aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span key={tick}>{shortAmount(tick)}</span>
        ))}
      </div>
      <div className="chart-plot">
        <svg aria-hidden="true" focusable="false">
          {scale.ticks.map((tick) => (
            <line
              key={tick}
              x1="0"
              x2="100%"
              y1={`${scale.at(tick)}%`}
              y2={`${scale.at(tick)}%`}
              className={tick === 0 ? "chart-zero" : "chart-line"}
            />
          ))}
          {children}
        </svg>
        {over}
      </div>
      <div className="chart-x" aria-hidden="true">
        {labels.map(({ text, below }, at) => (
          // Months of two years have the same name.
          <span key={`${text} ${at}`}>
            {text}
            {below === undefined ? null : <small>{below}</small>}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The middle of a place among some, in percent from the left. */
export const placeAt = (at: number, count: number): number => ((at + 0.5) / count) * 100;

const BAR = { most: 64, gap: 0.04 };

/** Bars of each point, beside each other. The last point is hatched if it is not over. */
export function Bars(props: {
  readonly points: readonly (readonly number[])[];
  readonly scale: Scale;
  readonly isOpen: boolean;
}) {
  const { points, scale, isOpen } = props;
  const hatch = useId();
  const room = 100 / points.length;
  const wide = (count: number): number => (room * BAR.most) / 100 / count;
  return (
    <>
      <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2.5" height="6" className="chart-hatch" />
      </pattern>
      {points.flatMap((amounts, at) =>
        amounts.map((cents, series) => {
          const width = wide(amounts.length);
          const [top, bottom] = [scale.at(Math.max(cents, 0)), scale.at(Math.min(cents, 0))];
          const place = {
            x: `${placeAt(at, points.length) + (series - amounts.length / 2) * width}%`,
            y: `${top}%`,
            width: `${width * (1 - BAR.gap)}%`,
            height: `${bottom - top}%`,
          };
          return (
            <g key={`${at} ${series}`}>
              <rect {...place} className={`chart-bar chart-bar-${series + 1}`} />
              {isOpen && at === points.length - 1 ? <rect {...place} fill={`url(#${hatch})`} /> : null}
            </g>
          );
        }),
      )}
    </>
  );
}

/** Points of a line from left to right, in percent; null interrupts it. */
function pathOf(tops: readonly (number | null)[]): string {
  const last = Math.max(tops.length - 1, 1);
  return tops
    .map((top, at) => {
      if (top === null) return "";
      const begins = at === 0 || tops[at - 1] === null;
      return `${begins ? "M" : "L"}${((at / last) * 100).toFixed(2)} ${top.toFixed(2)}`;
    })
    .join("");
}

/** A line with the ground below it, down to zero. It begins and ends with the picture. */
export function Line({ amounts, scale }: { readonly amounts: readonly number[]; readonly scale: Scale }) {
  const path = pathOf(amounts.map(scale.at));
  const zero = scale.at(0);
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="chart-path">
      <path d={`${path}L100 ${zero}L0 ${zero}Z`} className="chart-area" />
      <path d={path} />
    </svg>
  );
}

/** A line alone, as high as what it shows differs. */
export function Spark({ amounts }: { readonly amounts: readonly (number | null)[] }) {
  const known = amounts.filter((amount) => amount !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const topOf = (amount: number): number => 95 - ((amount - low) / (high - low || 1)) * 90;
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="chart-spark chart-path"
      aria-hidden="true"
      focusable="false"
    >
      <path d={pathOf(amounts.map((amount) => (amount === null ? null : topOf(amount))))} />
    </svg>
  );
}
