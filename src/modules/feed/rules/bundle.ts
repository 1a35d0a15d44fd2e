/**
 * The rules' section of the bundle. New rules of a file come after the existing ones, in the order of the
 * file; existing rules keep their positions. What rules have categorized is stored with the transactions.
 */
import {
  BundleProblem,
  type BundleSection,
  onlyOnce,
  recordReader,
  Tally,
} from "../../../contract/bundle.ts";
import { recordReading, recordSchema, recordWriting } from "../../../contract/record.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { isChanged } from "../../../core/record.ts";
import { type Tx, takeTurn } from "../../../platform/db/index.ts";
import { bankingStore } from "../banking/index.ts";
import { chartStore } from "../../books/chart/index.ts";
import { type RuleRow, RULES } from "./record.ts";
import { conditionFault } from "./rules.ts";
import { rulesStore } from "./store.ts";

const record = recordSchema(RULES);
const shape = {
  name: "rules",
  form: "array",
  description: "Rules that assign a category to incoming transactions, in the order in which they are tried.",
  schema: record,
} as const;
const read = recordReader(shape, record);
const statedOf = recordReading(RULES);
const recordOf = recordWriting(RULES);

export const rulesSection: BundleSection<Tx> = {
  ...shape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const stated = new Set<string>();
    await takeTurn(tx, companyId, "rules");
    const former = new Map<string, RuleRow>(
      (await rulesStore.list(tx, companyId)).map((row) => [row.id, row]),
    );
    const known = await idsOf(tx, companyId);
    let last = former.size;
    for await (const { path, record: given } of read(batches)) {
      onlyOnce(stated, given.id, path);
      const before = former.get(given.id);
      if (before === undefined) last += 1;
      if (last > LIMITS.rules.value)
        throw new BundleProblem(path, `exceeds the ${LIMITS.rules.value} rules that a company may have`);
      const row: RuleRow = {
        ...statedOf(given, before ?? null, path, now),
        position: before?.position ?? last,
        updated: now,
      };
      refuseUnknown(row, known, path);
      const same = before !== undefined && !isChanged(RULES, before, row);
      if (before === undefined) await rulesStore.insert(tx, companyId, row);
      else if (!same) await rulesStore.update(tx, companyId, row);
      tally.compare(before, same);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield (await rulesStore.list(tx, companyId)).map(recordOf);
  },
};

/** The ids that a rule may name. */
async function idsOf(tx: Tx, companyId: PublicId<"company">): Promise<ReadonlySet<string>> {
  const lists = [
    await chartStore.listCategories(tx, companyId),
    await chartStore.listDepartments(tx, companyId),
    await bankingStore.listAllAccounts(tx, companyId),
  ];
  return new Set(lists.flat().map(({ id }) => id));
}

function refuseUnknown(
  { category_id, department_id, conditions }: RuleRow,
  known: ReadonlySet<string>,
  path: string,
): void {
  if (!known.has(category_id))
    throw new BundleProblem(`${path}.category_id`, `there is no category ${category_id}`);
  if (department_id !== null && !known.has(department_id))
    throw new BundleProblem(`${path}.department_id`, `there is no department ${department_id}`);
  for (const [index, condition] of conditions.entries()) {
    const at = `${path}.conditions[${index}]`;
    const fault = conditionFault(condition);
    if (fault !== null) throw new BundleProblem(at, `makes no sense: ${fault.slice(0, -1)}`);
    if (condition.field === "account_id" && !known.has(String(condition.value)))
      throw new BundleProblem(`${at}.value`, `there is no account ${condition.value}`);
  }
}
