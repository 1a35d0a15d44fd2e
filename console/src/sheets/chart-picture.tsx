/**
 * The picture of a spreadsheet's chart, with labels at the series and slices themselves instead of a legend.
 */
import { Bar, BarChart, LabelList, Line, LineChart, Pie, PieChart, ResponsiveContainer } from "recharts";
import { chartFrame } from "./chart-frame.tsx";
import type { ChartData, Kind } from "./charts.ts";

/** Series and slices differ in lightness too, so that they can be told apart in black and white. */
const INKS = ["var(--accent)", "var(--warn)", "var(--focus)", "var(--soft)", "var(--ink)"] as const;
const inkOf = (at: number): string => INKS[at % INKS.length] ?? INKS[0];
const DASHES = [undefined, "6 3", "2 3", "8 3 2 3"] as const;
/** With more bars than this, their figures would cover each other. */
const MOST_LABELS = 14;
const MARGIN = { top: 18, right: 14, bottom: 0, left: 4 } as const;
const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const shortText = (value: unknown): string => (typeof value === "number" ? short.format(value) : "");

export function Picture({
  kind,
  data: { names, points },
}: {
  readonly kind: Kind;
  readonly data: ChartData;
}) {
  const rows = points.map(({ category, values }) => ({
    category,
    ...Object.fromEntries(values.map((value, at) => [`s${at}`, value])),
  }));
  if (kind === "pie") return <Slices points={points} />;
  const isLine = kind === "line";
  const Chart = isLine ? LineChart : BarChart;
  const areLabelled = !isLine && rows.length * names.length <= MOST_LABELS;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <Chart data={rows} accessibilityLayer={false} margin={isLine ? { ...MARGIN, right: 72 } : MARGIN}>
        {chartFrame("category", shortText)}
        {names.map((name, at) =>
          isLine ? (
            <Line
              key={at}
              dataKey={`s${at}`}
              stroke={inkOf(at)}
              strokeWidth={2}
              {...(DASHES[at] === undefined ? {} : { strokeDasharray: DASHES[at] })}
              dot={false}
              isAnimationActive={false}
            >
              <LabelList
                dataKey={`s${at}`}
                content={({ x, y, index }) => (index === rows.length - 1 ? label(name, x, y) : null)}
              />
            </Line>
          ) : (
            <Bar key={at} dataKey={`s${at}`} fill={inkOf(at)} isAnimationActive={false}>
              {areLabelled ? (
                <LabelList dataKey={`s${at}`} position="top" formatter={shortText} {...TEXT} />
              ) : null}
              <LabelList
                dataKey={`s${at}`}
                content={({ x, y, index }) =>
                  names.length > 1 && index === 0 ? label(name, Number(x) - 6, Number(y) - 12) : null
                }
              />
            </Bar>
          ),
        )}
      </Chart>
    </ResponsiveContainer>
  );
}

const TEXT = { fontSize: 11, fill: "var(--ink)" } as const;

function label(name: string, x: unknown, y: unknown) {
  return (
    <text x={Number(x) + 6} y={Number(y) + 4} {...TEXT}>
      {name.length > 14 ? `${name.slice(0, 13)}…` : name}
    </text>
  );
}

/** Slices of the first series. What is not above zero has none. */
function Slices({ points }: Pick<ChartData, "points">) {
  const slices = points.flatMap(({ category, values: [value = null] }, at) =>
    value !== null && value > 0 ? [{ name: category, value, fill: inkOf(at) }] : [],
  );
  const sum = slices.reduce((total, { value }) => total + value, 0);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <PieChart accessibilityLayer={false}>
        <Pie
          data={slices}
          dataKey="value"
          nameKey="name"
          startAngle={90}
          endAngle={-270}
          outerRadius="62%"
          isAnimationActive={false}
          stroke="var(--raised)"
          label={({ name, value, x, y, textAnchor }) => (
            <text x={x} y={y} textAnchor={textAnchor} dominantBaseline="central" {...TEXT}>
              {`${String(name)} ${Math.round((value / sum) * 100)}%`}
            </text>
          )}
        />
      </PieChart>
    </ResponsiveContainer>
  );
}
