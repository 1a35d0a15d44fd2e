/**
 * The sections `usage` and `overrides` of the company bundle, the JSON file with all records of a company:
 * the requests counted in each month, and the monthly limits that replace the plan's cap. Months that are not
 * in the file stay as they are.
 */
import Type from "typebox";
import { type BundleSection, onlyOnce, recordReader, Tally } from "../../../contract/bundle.ts";
import { patternSchema } from "../../../contract/faults.ts";
import { exactly } from "../../../contract/operation.ts";
import { present } from "@daybook/words/assert";
import { parseCivilMonth } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable, Tx } from "../../../platform/db/index.ts";
import { type MonthRow, usageStore } from "./store.ts";

const monthField = patternSchema(
  "^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])$",
  "must be a month, as YYYY-MM",
  "The month, in Los Angeles.",
);
const count = (description: string) =>
  Type.Integer({ minimum: 0, maximum: LIMITS.stated_requests.value, description });

interface Months {
  readonly list: (db: Queryable, companyId: PublicId<"company">) => Promise<MonthRow[]>;
  readonly put: (tx: Tx, companyId: PublicId<"company">, rows: readonly MonthRow[]) => Promise<number>;
}

function section(
  name: string,
  description: string,
  requests: string,
  { list, put }: Months,
): BundleSection<Tx> {
  const schema = exactly({ month: monthField, requests: count(requests) });
  const shape = { name, form: "array", description, schema } as const;
  const read = recordReader(shape, schema);
  return {
    ...shape,
    async write({ tx, companyId }, batches) {
      const tally = new Tally();
      const former = new Map<string, MonthRow>((await list(tx, companyId)).map((row) => [row.month, row]));
      const stated = new Set<string>();
      const rows: MonthRow[] = [];
      for await (const { path, record } of read(batches)) {
        onlyOnce(stated, record.month, path, "month");
        const before = former.get(record.month);
        rows.push({
          month: present(parseCivilMonth(record.month), "the schema accepted an invalid month"),
          requests: record.requests,
        });
        tally.compare(before, before?.requests === record.requests);
      }
      // Every request of the company updates the row of the current month. Writing the rows just before the
      // commit keeps that row from being locked for the whole import.
      if (rows.length > 0) tx.beforeCommit(() => put(tx, companyId, rows));
      return tally.counts;
    },
    async *read({ tx, companyId }) {
      yield await list(tx, companyId);
    },
  };
}

export const usageSection = section(
  "usage",
  "The company's requests by month.",
  "Requests counted in the month.",
  { list: usageStore.listMonths, put: usageStore.putMonths },
);
export const overridesSection = section(
  "overrides",
  "Monthly request limits that replace the plan's cap.",
  "Requests allowed in the month.",
  {
    list: usageStore.listOverrides,
    put: usageStore.putOverrides,
  },
);
