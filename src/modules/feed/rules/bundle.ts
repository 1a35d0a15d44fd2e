/**
 * The bundle's section of rules. New rules of a file are added after the existing ones, in the order of the
 * file; existing rules keep their positions. The categories that rules assigned are stored with the
 * transactions.
 */
import {
  BundleProblem,
  type BundleSection,
  onlyOnce,
  recordReader,
  Tally,
} from "../../../contract/bundle.ts";
import { recordReading, recordSchema, recordWriting } from "../../../contract/record.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import { isChanged } from "../../../core/record.ts";
import { type Tx, takeTurn } from "../../../platform/db/index.ts";
import { bankingStore } from "../banking/index.ts";
import { chartStore } from "../../books/chart/index.ts";
import { type RuleRow, RULES } from "./record.ts";
import { conditionFault } from "./rules.ts";
import { rulesStore } from "./store.ts";

const ruleRecord = recordSchema(RULES);
const rulesShape = {
  name: "rules",
  form: "array",
  description: "Rules that assign a category to incoming transactions, in the order in which they are tried.",
  schema: ruleRecord,
} as const;
const readRules = recordReader(rulesShape, ruleRecord);
const ruleFieldsOf = recordReading(RULES);
const recordOf = recordWriting(RULES);

export const rulesSection: BundleSection<Tx> = {
  ...rulesShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const seen = new Set<string>();
    await takeTurn(tx, companyId, "rules");
    const existingRules = new Map<string, RuleRow>(
      (await rulesStore.list(tx, companyId)).map((row) => [row.id, row]),
    );
    const existingIds = await listReferableIds(tx, companyId);
    let lastPosition = existingRules.size;
    for await (const { path, record } of readRules(batches)) {
      onlyOnce(seen, record.id, path);
      const former = existingRules.get(record.id);
      if (former === undefined) lastPosition += 1;
      if (lastPosition > LIMITS.rules.value)
        throw new BundleProblem(path, `exceeds the ${LIMITS.rules.value} rules that a company may have`);
      const row: RuleRow = {
        ...ruleFieldsOf(record, former ?? null, path, now),
        position: former?.position ?? lastPosition,
        updated: now,
      };
      checkReferences(row, existingIds, path);
      const isSame = former !== undefined && !isChanged(RULES, former, row);
      if (former === undefined) await rulesStore.insert(tx, companyId, row);
      else if (!isSame) await rulesStore.update(tx, companyId, row);
      tally.compare(former, isSame);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield (await rulesStore.list(tx, companyId)).map(recordOf);
  },
};

/** Lists the ids of all records that a rule may refer to. */
async function listReferableIds(tx: Tx, companyId: PublicId<"company">): Promise<ReadonlySet<string>> {
  const lists = [
    await chartStore.listCategories(tx, companyId),
    await chartStore.listDepartments(tx, companyId),
    await bankingStore.listAllAccounts(tx, companyId),
  ];
  return new Set(lists.flat().map(({ id }) => id));
}

function checkReferences(
  { category_id, department_id, conditions }: RuleRow,
  existingIds: ReadonlySet<string>,
  path: string,
): void {
  if (!existingIds.has(category_id))
    throw new BundleProblem(`${path}.category_id`, `there is no category ${category_id}`);
  if (department_id !== null && !existingIds.has(department_id))
    throw new BundleProblem(`${path}.department_id`, `there is no department ${department_id}`);
  for (const [index, condition] of conditions.entries()) {
    const conditionPath = `${path}.conditions[${index}]`;
    const fault = conditionFault(condition);
    if (fault !== null) throw new BundleProblem(conditionPath, `is invalid: ${fault.slice(0, -1)}`);
    if (condition.field === "account_id" && !existingIds.has(String(condition.value)))
      throw new BundleProblem(`${conditionPath}.value`, `there is no account ${condition.value}`);
  }
}
