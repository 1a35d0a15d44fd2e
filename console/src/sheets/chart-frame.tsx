/** The axes, grid lines and zero line of the charts of spreadsheets. */
import { CartesianGrid, ReferenceLine, XAxis, YAxis } from "recharts";

const AXIS = { stroke: "var(--soft)", fontSize: 11, tickLine: false } as const;

/** `dataKey`: the member of a point that stands below it. `tick`: the text of an amount beside the chart. */
export function chartFrame(dataKey: string, tick: (value: number) => string) {
  return [
    <CartesianGrid key="grid" vertical={false} stroke="var(--rule)" />,
    <XAxis key="x" dataKey={dataKey} {...AXIS} minTickGap={14} />,
    <YAxis key="y" tickFormatter={tick} width={52} {...AXIS} axisLine={false} />,
    // Always in the picture, or bars of figures that are all below it would show their differences only.
    <ReferenceLine key="zero" y={0} ifOverflow="extendDomain" stroke="var(--strong)" />,
  ];
}
