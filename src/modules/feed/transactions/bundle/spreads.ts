/**
 * The spread of a transaction, or of a line of its split, as its record in the bundle. Invariant: a spread
 * that is read has at least one month, and one that ended did so after it began.
 */
import Type, { type Static } from "typebox";
import { BundleProblem, createdField, readDay, readId, readSeconds } from "../../../../contract/bundle.ts";
import { exactly, nullable } from "../../../../contract/operation.ts";
import { membersOf } from "../../../../contract/record.ts";
import { dateSchema, idSchema } from "../../../../contract/schemas.ts";
import { cents } from "@daybook/words/cents";
import { SCHEDULE_BASES } from "@daybook/words/feed-words";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import {
  monthsBetween,
  NOT_ENDED,
  PLAIN,
  planFault,
  type SpreadEnd,
  type SpreadRow,
  SPREADS,
  withEnd,
} from "../../../books/schedules/index.ts";
import type { SplitRow, StoredRow } from "../record.ts";
import { type SpreadOfSource, spreadOf } from "../rules.ts";
import type { Whole } from "./taken.ts";

const MOST_CENTS = Number.MAX_SAFE_INTEGER;

const spreadRecord = exactly({
  id: idSchema("spread", "The spread's id, unique in the company."),
  kind: Type.Optional(
    Type.Enum(["spread", "capitalization"] as const, {
      description: "Whether it moves a held amount, or amortizes an asset. Default: `spread`.",
    }),
  ),
  holding_category_id: idSchema(
    "category",
    "The category that the transaction or line is booked on instead of its own.",
  ),
  contra_category_id: Type.Optional(
    idSchema(
      "category",
      "The category that each month's share is taken from. Default: the holding category.",
    ),
  ),
  start_date: dateSchema("A day of the first month."),
  end_date: dateSchema("A day of the last month."),
  basis: Type.Optional(
    Type.Enum([...SCHEDULE_BASES], {
      description:
        "Whether months get equal shares, or shares by their days; of an asset, also by a convention. Default: `month`.",
    }),
  ),
  ...Type.Partial(exactly(membersOf(SPREADS, "first_year_months", "declining_percent", "salvage_cents")))
    .properties,
  counted_cents: Type.Optional(
    Type.Array(
      Type.Integer({
        minimum: -MOST_CENTS,
        maximum: MOST_CENTS,
        description: "The month's share. Money in is positive. In cents.",
      }),
      {
        maxItems: LIMITS.spread_months.value - 1,
        description:
          "The shares of the first months, booked before the bank changed the amount; the other months share the rest. Default: none.",
      },
    ),
  ),
  ended_on: Type.Optional(
    dateSchema(
      "The day on which it ended early: its rest is recognized then, or the asset is disposed of. Default: it runs to its last month.",
    ),
  ),
  disposal: Type.Optional(
    exactly({
      proceeds_cents: Type.Integer({
        minimum: 0,
        maximum: MOST_CENTS,
        description: "What was paid for the asset, in cents.",
      }),
      proceeds_category_id: idSchema("category", "The category on which that is booked."),
      result_category_id: idSchema("category", "The category of the gain or loss."),
    }),
  ),
  created: createdField,
});
type SpreadRecord = Static<typeof spreadRecord>;

export const spread = Type.Optional(
  nullable(
    Type.Unsafe<SpreadRecord>({
      ...spreadRecord,
      description: "The months over which it is spread. Default: null, not spread.",
    }),
  ),
);

/** The spread of a transaction or of a line: as the record states it, or else as it was. */
export function spreadsOf(
  row: StoredRow,
  line: SplitRow | undefined,
  record: SpreadRecord | null | undefined,
  former: Whole | undefined,
  now: UnixSeconds,
  path: string,
): SpreadRow[] {
  const { spread_id: id } = line ?? row;
  const source = spreadOf(row, line);
  if (id === null || source === null) return [];
  if (source.amount_cents === 0) throw new BundleProblem(path, "is for amounts other than 0");
  const was = former?.spreads.find((each) => each.id === id);
  const own = { id, ...source };
  if (!record) return was ? [{ ...was, ...own }] : [];
  return [statedOf(own, record, readSeconds(record.created) ?? was?.created ?? now, path)];
}

/** The spread that a record states of a source. */
function statedOf(
  own: Pick<SpreadRow, "id"> & SpreadOfSource,
  record: SpreadRecord,
  created: UnixSeconds,
  path: string,
): SpreadRow {
  const holding_category_id = readId("category", record.holding_category_id);
  const stated: SpreadRow = {
    ...own,
    kind: record.kind ?? "spread",
    holding_category_id,
    contra_category_id: readId("category", record.contra_category_id ?? holding_category_id),
    ...PLAIN,
    ...planOf(record, path),
    ...NOT_ENDED,
    created,
  };
  const fault = planFault(stated);
  if (fault !== null) throw new BundleProblem(`${path}.${fault.field}`, fault.reason);
  const end = endOf(record, path);
  if (end === null) return stated;
  const ended = withEnd(stated, end);
  if (typeof ended === "string") throw new BundleProblem(`${path}.ended_on`, `is wrong: ${ended}`);
  return ended;
}

/** The months of a record, and how they share its amount. */
function planOf(
  record: SpreadRecord,
  path: string,
): Pick<
  SpreadRow,
  | "start_date"
  | "end_date"
  | "basis"
  | "counted_cents"
  | "first_year_months"
  | "declining_percent"
  | "salvage_cents"
> {
  const [start_date, end_date] = [
    readDay(record.start_date, `${path}.start_date`),
    readDay(record.end_date, `${path}.end_date`),
  ];
  if (end_date < start_date) throw new BundleProblem(`${path}.end_date`, `lies before ${start_date}`);
  if (monthsBetween(start_date, end_date) > LIMITS.spread_months.value)
    throw new BundleProblem(
      `${path}.end_date`,
      `lies in a month too late: a spread covers at most ${LIMITS.spread_months.value} months`,
    );
  const counted_cents = (record.counted_cents ?? []).map(cents);
  if (counted_cents.length >= monthsBetween(start_date, end_date))
    throw new BundleProblem(`${path}.counted_cents`, "leaves no month open");
  return {
    start_date,
    end_date,
    basis: record.basis ?? "month",
    counted_cents,
    first_year_months: record.first_year_months ?? null,
    declining_percent: record.declining_percent ?? null,
    salvage_cents: cents(record.salvage_cents ?? 0),
  };
}

/** How a record says that its spread ended; null for one that runs to its last month. */
function endOf(
  { kind, ended_on, disposal }: SpreadRecord,
  path: string,
): (SpreadEnd & { readonly ended_on: NonNullable<SpreadEnd["ended_on"]> }) | null {
  if (disposal !== undefined && (ended_on === undefined || kind !== "capitalization"))
    throw new BundleProblem(`${path}.disposal`, "is for a capitalization with an ended_on");
  if (ended_on === undefined) return null;
  const day = readDay(ended_on, `${path}.ended_on`);
  if (disposal === undefined) return { ...NOT_ENDED, ended_on: day, ended_as: "recognized" };
  return {
    ended_on: day,
    ended_as: "disposed",
    proceeds_cents: cents(disposal.proceeds_cents),
    proceeds_category_id: readId("category", disposal.proceeds_category_id),
    result_category_id: readId("category", disposal.result_category_id),
  };
}

/** Returns the categories that a spread names itself, beside those of its transaction. */
export function categoriesOf(row: SpreadRow): PublicId<"category">[] {
  const { holding_category_id, contra_category_id, proceeds_category_id, result_category_id } = row;
  return [holding_category_id, contra_category_id, proceeds_category_id, result_category_id].filter(
    (id) => id !== null,
  );
}

/** Returns the record of the spread with an id; null if there is none. */
export function spreadRecordOf(spreads: readonly SpreadRow[], id: string | null): SpreadRecord | null {
  const found = spreads.find((each) => each.id === id);
  if (!found) return null;
  const { counted_cents, ended_on, proceeds_cents, proceeds_category_id, result_category_id } = found;
  return {
    id: found.id,
    kind: found.kind,
    holding_category_id: found.holding_category_id,
    contra_category_id: found.contra_category_id,
    start_date: found.start_date,
    end_date: found.end_date,
    ...(found.basis === "month" ? {} : { basis: found.basis }),
    ...(found.first_year_months === null ? {} : { first_year_months: found.first_year_months }),
    ...(found.declining_percent === null ? {} : { declining_percent: found.declining_percent }),
    ...(found.salvage_cents === 0 ? {} : { salvage_cents: found.salvage_cents }),
    ...(counted_cents.length === 0 ? {} : { counted_cents: [...counted_cents] }),
    ...(ended_on === null ? {} : { ended_on }),
    ...(proceeds_cents === null || proceeds_category_id === null || result_category_id === null
      ? {}
      : { disposal: { proceeds_cents, proceeds_category_id, result_category_id } }),
    created: found.created,
  };
}
