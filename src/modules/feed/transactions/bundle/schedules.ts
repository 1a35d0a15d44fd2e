/**
 * The bundle's section of schedules that are of no transaction: assets and prepaid amounts of opening
 * balances, imports and entries. Those of transactions stand in their records.
 */
import type { Static } from "typebox";
import {
  BundleProblem,
  type BundleSection,
  onlyOnce,
  recordReader,
  sameFields,
  Tally,
} from "../../../../contract/bundle.ts";
import { recordReading, recordSchema, recordWriting } from "../../../../contract/record.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { chartStore } from "../../../books/chart/index.ts";
import {
  monthsBetween,
  NOT_ENDED,
  planFault,
  putSpreads,
  schedulesStore,
  type SpreadRow,
  SPREADS,
  withEnd,
} from "../../../books/schedules/index.ts";
import { beginWriting } from "../service/write.ts";

type Company = PublicId<"company">;

const scheduleRecord = recordSchema(SPREADS);
const shape = {
  name: "schedules",
  form: "array",
  description:
    "Assets and spread amounts that no transaction brought, such as those of opening balances, by id. Only their shares are posted.",
  schema: scheduleRecord,
} as const;
const readSchedules = recordReader(shape, scheduleRecord);
const statedOf = recordReading(SPREADS);
const recordOf = recordWriting(SPREADS);
type ScheduleRecord = Static<typeof scheduleRecord>;

const BATCH = 500;

export const schedulesSection: BundleSection<Tx> = {
  ...shape,
  async write({ tx, companyId, now }, batches) {
    await beginWriting(tx, companyId, now);
    const known = {
      categories: new Set<string>((await chartStore.listCategories(tx, companyId)).map(({ id }) => id)),
      departments: new Set<string>((await chartStore.listDepartments(tx, companyId)).map(({ id }) => id)),
    };
    const tally = new Tally();
    const stated = new Set<string>();
    for await (const { path, record } of readSchedules(batches)) {
      onlyOnce(stated, record.id, path);
      const former = await findStanding(tx, companyId, record, path);
      const row: SpreadRow = { ...statedOf(record, former, path, now), transaction_id: null, held: false };
      checkRow(row, known, path);
      const same = former !== null && sameFields(row, former);
      tally.compare(former, same);
      if (!same) await putSpreads(tx, companyId, now, [row]);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    let after = "";
    for (;;) {
      const rows = await schedulesStore.listStanding(tx, companyId, after, BATCH);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(recordOf);
      after = last.id;
    }
  },
};

async function findStanding(
  tx: Tx,
  companyId: Company,
  { id }: ScheduleRecord,
  path: string,
): Promise<SpreadRow | null> {
  const [former] = await schedulesStore.listById(tx, companyId, [id]);
  if (former !== undefined && former.transaction_id !== null)
    throw new BundleProblem(`${path}.id`, `${id} is already of the transaction ${former.transaction_id}`);
  return former ?? null;
}

/** Refuses what would break an invariant of schedules, by its field. */
function checkRow(
  row: SpreadRow,
  known: { readonly categories: ReadonlySet<string>; readonly departments: ReadonlySet<string> },
  path: string,
): void {
  const fail = (field: string, reason: string): never => {
    throw new BundleProblem(`${path}.${field}`, reason);
  };
  for (const field of CATEGORIES) {
    const id = row[field];
    if (id !== null && !known.categories.has(id)) fail(field, `there is no category ${id}`);
  }
  if (row.department_id !== null && !known.departments.has(row.department_id))
    fail("department_id", `there is no department ${row.department_id}`);
  if (row.amount_cents === 0 || (row.kind === "capitalization" && row.amount_cents > 0))
    fail("amount_cents", "is not 0, and negative for an asset");
  if (row.end_date < row.start_date) fail("end_date", `lies before ${row.start_date}`);
  const months = monthsBetween(row.start_date, row.end_date);
  // A convention may touch a month more than the life has.
  if (months > LIMITS.spread_months.value + 12) fail("end_date", "lies in a month too late");
  if (row.counted_cents.length >= months) fail("counted_cents", "leaves no month open");
  const fault = planFault(row);
  if (fault !== null) fail(fault.field, fault.reason);
  checkEnd(row, fail);
}

const CATEGORIES = [
  "category_id",
  "holding_category_id",
  "contra_category_id",
  "proceeds_category_id",
  "result_category_id",
] as const;

type Fail = (field: string, reason: string) => never;

function checkEnd(row: SpreadRow, fail: Fail): void {
  const { ended_on, ended_as, proceeds_cents, proceeds_category_id, result_category_id } = row;
  const disposal = [proceeds_cents, proceeds_category_id, result_category_id];
  const isDisposed = ended_as === "disposed";
  if (
    (ended_on === null) !== (ended_as === null) ||
    (isDisposed && row.kind !== "capitalization") ||
    disposal.some((each) => (each !== null) !== isDisposed)
  )
    fail("ended_as", "goes with ended_on, and `disposed` with the proceeds and categories of an asset");
  if (ended_on === null) return;
  const ended = withEnd(
    { ...row, ...NOT_ENDED },
    { ended_on, ended_as, proceeds_cents, proceeds_category_id, result_category_id },
  );
  if (typeof ended === "string") fail("ended_on", `is wrong: ${ended}`);
}
